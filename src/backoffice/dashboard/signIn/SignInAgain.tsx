import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Navigates to the home page, whose sign-in dialog returns to the current path. The function's identity is stable. */
export function useSignInAgain() {
  const navigate = useNavigate()
  return useCallback(() => {
    const { pathname, search } = location
    void navigate('/', { replace: true, state: { showLogin: true, redirectTo: pathname + search } })
  }, [navigate])
}

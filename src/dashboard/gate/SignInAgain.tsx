import { useCallback } from 'react'
import { useNavigate } from 'react-router'

/** Leads to the home page, whose dialog asks for the sign-in and leads back to this place. The same function on every area. */
export function useSignInAgain() {
  const navigate = useNavigate()
  return useCallback(() => {
    const { pathname, search } = location
    void navigate('/', { replace: true, state: { showLogin: true, redirectTo: pathname + search } })
  }, [navigate])
}

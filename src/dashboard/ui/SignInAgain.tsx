import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Leads to the home page, whose dialog asks for the sign-in and leads back to this place. */
export function useSignInAgain() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    () => void navigate('/', { replace: true, state: { showLogin: true, redirectTo: pathname + search } }),
    [navigate, pathname, search],
  )
}

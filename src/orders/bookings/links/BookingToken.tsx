import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * Token of a mailed link: '' without one, undefined before hydration. It is removed from the address bar at once, so that no screenshot or
 * history contains it, and moved to the state of this history entry, so that a reload still opens the booking.
 */
export function useBookingToken() {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const inAddress = query.get('token')
  const [token, setToken] = useState<string>()
  useEffect(() => {
    if (inAddress === null) return setToken(tokenIn(state))
    void navigate('.', { replace: true, state: { bookingToken: inAddress } })
  }, [inAddress, state, navigate])
  return token
}

function tokenIn(state: unknown) {
  const kept: unknown = Object(state).bookingToken
  return typeof kept === 'string' ? kept : ''
}

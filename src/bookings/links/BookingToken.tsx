import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The secret of a mailed link: '' when there is none, undefined until the page lives. It leaves the address bar at once, so that neither a
 * screenshot nor the history shows it, and stays with this entry of the history, so that a reload still opens the booking.
 */
export function useBookingToken() {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const inAddress = query.get('token')
  const [token, setToken] = useState<string>()
  useEffect(() => {
    if (inAddress === null) return setToken(keptIn(state))
    void navigate('.', { replace: true, state: { bookingToken: inAddress } })
  }, [inAddress, state, navigate])
  return token
}

function keptIn(state: unknown) {
  const kept: unknown = Object(state).bookingToken
  return typeof kept === 'string' ? kept : ''
}

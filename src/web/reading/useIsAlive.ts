import { useEffect, useState } from 'react'

/** Whether scripts run: until then, and without them, the browser itself checks a form before it sends it. */
export function useIsAlive() {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return isAlive
}

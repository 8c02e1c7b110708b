import { useEffect, useState } from 'react'

/** Whether scripts run: until then, and without scripts, the browser itself validates a form. */
export function useIsAlive() {
  const [isAlive, setIsAlive] = useState(false)
  useEffect(() => setIsAlive(true), [])
  return isAlive
}

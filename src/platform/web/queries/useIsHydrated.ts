import { useEffect, useState } from 'react'

/** True once scripts run: until then, and without scripts, the browser itself validates a form. */
export function useIsHydrated() {
  const [isHydrated, setIsHydrated] = useState(false)
  useEffect(() => setIsHydrated(true), [])
  return isHydrated
}

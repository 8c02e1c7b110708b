import { useEffect, useState } from 'react'

/** Current time in milliseconds, renewed every 30 s while `isRunning`. */
export function useNow(isRunning = true) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

import { useEffect, useRef } from 'react'

/** Runs once when the component opens. The timeout lets the cleanup cancel the first run when React runs the effect twice. */
export function useOnOpening(run: () => unknown) {
  const first = useRef(run)
  useEffect(() => {
    const turn = setTimeout(() => void first.current())
    return () => clearTimeout(turn)
  }, [])
}

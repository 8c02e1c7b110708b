import { useEffect, useRef } from 'react'

/** The button that opened a form in its own place gets the focus back when it stands there again. */
export function useReturnToOpener(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}

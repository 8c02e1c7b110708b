import { useEffect, useRef } from 'react'

/** Returns the focus to the button that a form replaced, once the button is shown again. */
export function useReturnToOpener(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}

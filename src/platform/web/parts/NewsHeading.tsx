import { useEffect, useRef } from 'react'

/** Takes the focus when it appears and whenever it says something new. */
export function NewsHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is the reason to focus again
  useEffect(() => {
    heading.current?.focus()
  }, [children])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

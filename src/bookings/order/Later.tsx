import { useEffect, useState } from 'react'

type Later = typeof import('./LaterSteps.tsx')
let loaded: Later | undefined

/**
 * The steps after the first, and the checks with the schema library: nobody needs them to see the dialog, so they are loaded when the first
 * thing is typed, and 'Weiter' waits for them. Undefined when they cannot be loaded now.
 */
export const loadLater = (): Promise<Later | undefined> =>
  import('./LaterSteps.tsx').then(
    ({ LaterStep, earlyStartFault, faultsIn }) => {
      loaded = { LaterStep, earlyStartFault, faultsIn }
      return loaded
    },
    () => undefined,
  )

/** What is loaded of it; a kept draft opens with a later step, and then asks for it. */
export function useLater(isNeeded: boolean) {
  const [, setLater] = useState(loaded)
  useEffect(() => {
    if (isNeeded && !loaded) void loadLater().then(setLater)
  }, [isNeeded])
  return loaded
}

import { useEffect, useState } from 'react'

type Later = typeof import('./LaterSteps.tsx')
let loaded: Later | undefined

/**
 * Loads the later steps and the checks with the schema library. The first view of the dialog does not need them: they load with the first
 * input, and 'Weiter' waits for them. Undefined if loading fails.
 */
export const loadLater = (): Promise<Later | undefined> =>
  import('./LaterSteps.tsx').then(
    ({ LaterStep, earlyStartError, errorsIn }) => {
      loaded = { LaterStep, earlyStartError, errorsIn }
      return loaded
    },
    () => undefined,
  )

/** Loaded later steps; undefined until then. A restored draft opens at a later step and so loads them at once. */
export function useLater(isNeeded: boolean) {
  const [, setLater] = useState(loaded)
  useEffect(() => {
    if (isNeeded && !loaded) void loadLater().then(setLater)
  }, [isNeeded])
  return loaded
}

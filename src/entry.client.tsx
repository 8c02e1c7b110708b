import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchBack } from '#src/platform/web/dialogs/closeOnBack.ts'

// From here on React shows failures itself; see LoadFailure for the time before.
Object.assign(globalThis, { pageIsAlive: true })

watchBack()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

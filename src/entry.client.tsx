import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { readPlainData } from '#src/web/shell/pageData.ts'

// From here on React shows failures itself; see LoadFailure for the time before.
Object.assign(globalThis, { pageIsAlive: true })

readPlainData()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

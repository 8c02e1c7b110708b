import { setNonce } from 'get-nonce'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { PageNonce, readPageNonce } from '#src/web/shell/pageNonce.ts'

const nonce = readPageNonce()

// The content security policy forbids inline styles without this page's nonce (dialogs lock scrolling by one).
setNonce(nonce ?? '')

// From here on React shows failures itself; see LoadFailure for the time before.
Object.assign(globalThis, { pageIsAlive: true })

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageNonce value={nonce}>
        <HydratedRouter />
      </PageNonce>
    </StrictMode>,
  )
})

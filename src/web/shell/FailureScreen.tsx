import { useLocation, useNavigate } from 'react-router'
import { MarkApart } from '../parts/Mark.tsx'
import { failureTexts } from '../reading/failureTexts.ts'
import { usePageNonce } from './pageNonce.ts'

/** Everything this screen needs to be readable stands here: the style sheet may be what failed to load. */
const ownStyle = `
.failure{display:grid;justify-items:center;align-content:center;gap:16px;min-height:70vh;padding:32px 16px;text-align:center;font-family:var(--font-body,system-ui,sans-serif);font-size:1.0625rem;line-height:1.5}
.failure .mk-a{fill:var(--primary,#024b32)}.failure .mk-b{fill:var(--accent,#facf33)}
.failure h1{margin:0;font-size:1.875rem;line-height:1.1}.failure p{margin:0;max-width:34rem}
.failure div{display:flex;flex-wrap:wrap;gap:12px;justify-content:center}
.failure a,.failure button{font:inherit;font-weight:650;min-height:48px;padding:0 20px;display:inline-flex;align-items:center;border:1.5px solid var(--primary,#024b32);border-radius:6px;cursor:pointer;text-decoration:none}
.failure a{background:var(--primary,#024b32);color:var(--on-primary,#fff)}
.failure button{background:transparent;color:var(--primary,#024b32)}`

/** Shown when a page cannot be displayed at all. Reloading works without scripts; the retry clears the error in place. */
export function FailureScreen() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = pathname + search
  return (
    <main id="inhalt">
      <title>{failureTexts.title}</title>
      <style nonce={usePageNonce()} suppressHydrationWarning>
        {ownStyle}
      </style>
      <div className="failure" role="alert">
        <MarkApart />
        <h1>{failureTexts.title}</h1>
        <p>{failureTexts.text}</p>
        <div>
          <a href={address}>{failureTexts.reload}</a>
          <button type="button" onClick={() => void navigate(address, { replace: true })}>
            {failureTexts.retry}
          </button>
        </div>
      </div>
    </main>
  )
}

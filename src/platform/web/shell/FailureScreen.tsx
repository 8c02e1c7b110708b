import { useLocation, useNavigate } from 'react-router'
import { LogoApart } from '../parts/Logo.tsx'
import { failureStyle } from '../queries/failureStyle.ts'
import { failureTexts } from '../queries/failureTexts.ts'
import { usePageNonce } from './pageNonce.ts'

/** Shown when a page cannot be displayed at all. Reloading works without scripts; the retry clears the error in place. */
export function FailureScreen() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = pathname + search
  return (
    <main id="inhalt">
      <title>{failureTexts.title}</title>
      <style nonce={usePageNonce()}>{failureStyle}</style>
      <div className="failure" role="alert">
        <LogoApart />
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

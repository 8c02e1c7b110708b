import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import { authTexts } from '../rules.ts'

const word = 'Nutzungsbedingungen'

/** Note on the terms that a sign-up accepts, with a link to them. */
export function TermsNote() {
  const [before, after] = authTexts.terms.split(word)
  return (
    <p className="small muted">
      {before}
      <LegalLink to="customerTerms">{word}</LegalLink>
      {after}
    </p>
  )
}

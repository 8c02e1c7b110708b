import { LegalLink } from '#src/web/parts/LegalLink.tsx'
import { authTexts } from '../rules.ts'

const word = 'Nutzungsbedingungen'

/** What a sign-up agrees to, with the way to read it. */
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

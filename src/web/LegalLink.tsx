import { type LegalPage, legalPages } from '#src/kit/legalPages.ts'

/** A link to a legal page from inside a form: another tab, so that nothing typed is left. */
export const LegalLink = ({ to, children = legalPages[to].title }: { to: LegalPage; children?: string }) => (
  <a href={legalPages[to].path} target="_blank" rel="noopener">
    {children}
  </a>
)

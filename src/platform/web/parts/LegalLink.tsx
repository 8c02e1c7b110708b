import { Link } from 'react-router'
import { type LegalPage, legalPages } from '#src/platform/kit/publicPages.ts'

/** Link to a legal page from inside a form, in a new tab, so that no input is lost. */
export const LegalLink = ({ to, children = legalPages[to].title }: { to: LegalPage; children?: string }) => (
  <a href={legalPages[to].path} target="_blank" rel="noopener">
    {children}
  </a>
)

/** Legal pages as lines of a list. */
export const LegalLines = ({ pages }: { pages: readonly LegalPage[] }) =>
  pages.map((page) => (
    <li key={page}>
      <Link to={legalPages[page].path}>{legalPages[page].title}</Link>
    </li>
  ))

import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type IconComponent, LifeBuoy, Search } from '#src/platform/web/icons/Icons.tsx'
import { LegalLines } from '../parts/LegalLink.tsx'
import './panel.css'

/** Area of a work shell, with its own address. `count` is at the end of the line, `owed` is a count of items that await an answer. */
export type WorkArea = {
  to: string
  label: string
  Icon: IconComponent
  count?: number | undefined
  owed?: { count: number; word: string } | undefined
}

/** Rail and main part of a work area; on narrow screens the rail is a strip. The page's head is above it and belongs to its owner. */
export function WorkShell(props: { label: string; areas: readonly WorkArea[]; current: string | undefined; children: ReactNode }) {
  return (
    <div className="shell">
      <Rail {...props} />
      <main className="main" id="inhalt">
        {props.children}
      </main>
      <nav className="shell-legal" aria-label="Rechtliches">
        <ul className="small">
          <LegalLines pages={['imprint', 'privacy', 'companyTerms', 'accessibility']} />
        </ul>
      </nav>
    </div>
  )
}

/** Links from the work areas to the marketplace. */
const waysOut = [
  { to: '/search', label: 'Anbieter suchen', Icon: Search },
  { to: '/support', label: 'Support', Icon: LifeBuoy },
]

/** The same links below a card or a page that has no rail. */
export const WaysOut = () => (
  <p className="row wrapping ways-out">
    {waysOut.map(({ to, label, Icon }) => (
      <Link key={to} to={to}>
        <Icon />
        {label}
      </Link>
    ))}
  </p>
)

function Rail({ label, areas, current }: { label: string; areas: readonly WorkArea[]; current: string | undefined }) {
  const strip = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area is another place in the strip
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav className="side" aria-label={label}>
      <ul ref={strip}>
        {areas.map(({ to, label: text, Icon, count, owed }) => (
          <li key={to}>
            <Link to={to} aria-current={to === current ? 'page' : undefined}>
              <Icon />
              {text}
              {count === undefined ? null : <span className="count">{count.toLocaleString('de-DE')}</span>}
              {owed === undefined ? null : (
                <span className="count owed">
                  {owed.count.toLocaleString('de-DE')}
                  <span className="unseen"> {owed.word}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
        {waysOut.map(({ to, label: text, Icon }) => (
          <li key={to} className="out">
            <Link to={to}>
              <Icon />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

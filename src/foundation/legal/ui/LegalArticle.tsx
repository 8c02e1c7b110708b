import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#src/platform/kit/dates.ts'
import { inlineParts, type LegalBlock, type LegalText } from '../rules.ts'
import './legal.css'

/** Page of a legal text or an explanation: contents, sections, and the date of its version, if it has one. */
export function LegalArticle({ title, version, text: { intro, sections } }: { title: string; version?: string; text: LegalText }) {
  return (
    <main id="inhalt" className="wrap page legal">
      <header className="stack">
        <h1>{title}</h1>
        {version ? (
          <p className="small muted">
            Fassung vom <time dateTime={version}>{formatDate(version)}</time>
          </p>
        ) : null}
      </header>
      <nav className="legal-contents" aria-labelledby="lg-toc">
        <h2 id="lg-toc">Inhalt</h2>
        <ul className="small">
          {sections.map(({ title: name }, index) => (
            <li key={name}>
              <a href={`#${anchorOf(index)}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="legal-text">
        <Blocks blocks={intro} label={title} />
        {sections.map(({ title: name, blocks }, index) => (
          <section key={name} id={anchorOf(index)} aria-labelledby={`${anchorOf(index)}-titel`}>
            <h2 id={`${anchorOf(index)}-titel`}>{name}</h2>
            <Blocks blocks={blocks} label={name} />
          </section>
        ))}
      </article>
    </main>
  )
}

const anchorOf = (index: number) => `abschnitt-${index + 1}`

/** The block itself is the key: no section contains the same block twice. */
const Blocks = ({ blocks, label }: { blocks: readonly LegalBlock[]; label: string }) =>
  blocks.map((block) => <Block key={JSON.stringify(block)} block={block} label={label} />)

function Block({ block, label }: { block: LegalBlock; label: string }) {
  if (typeof block === 'string') return <p>{inline(block)}</p>
  if ('list' in block) return <Items lines={block.list} className="legal-list" />
  if ('form' in block) return <Items lines={block.form} className="legal-form" />
  if ('facts' in block) return <Facts rows={block.facts} />
  return <Table {...block.table} label={label} />
}

const Items = ({ lines, className }: { lines: readonly string[]; className: string }) => (
  <ul className={className}>
    {lines.map((line) => (
      <li key={line}>{inline(line)}</li>
    ))}
  </ul>
)

const Facts = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className="legal-facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{inline(value)}</dd>
      </div>
    ))}
  </dl>
)

type TableProps = { head: readonly string[]; rows: readonly (readonly string[])[]; label: string }

/** On narrow screens each row is a block whose cells have labels; the roles keep it a table for screen readers. */
// biome-ignore-start lint/a11y/noRedundantRoles: see above
const Table = ({ head, rows, label }: TableProps) => (
  <table role="table" className="legal-table" aria-label={label}>
    <thead role="rowgroup">
      <tr role="row">
        {head.map((name) => (
          <th key={name} role="columnheader" scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((cells) => (
        <tr key={cells.join('|')} role="row">
          {cells.map((cell, at) => (
            <td key={head[at]} role="cell" data-l={head[at]}>
              {inline(cell)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
// biome-ignore-end lint/a11y/noRedundantRoles: see above

/** Internal links are handled by the router. */
const inline = (text: string): ReactNode =>
  inlineParts(text).map(({ text: words, href }, index) => {
    if (href === undefined) return words
    const key = `${index}-${href}`
    return href.startsWith('/') ? (
      <Link key={key} to={href}>
        {words}
      </Link>
    ) : (
      <a key={key} href={href}>
        {words}
      </a>
    )
  })

import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Category } from '#src/supply/companies/rules.ts'
import { CategoryIcon } from '../ui/CategoryIcon.tsx'
import type { Crumb } from './structuredData.ts'
import './landing.css'

/** Breadcrumbs, the page itself last. */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="crumbs" aria-label="Sie sind hier">
      {crumbs.map(({ name, path }) =>
        path ? (
          <Fragment key={name}>
            <Link to={path}>{name}</Link>
            <span aria-hidden="true">/</span>
          </Fragment>
        ) : (
          <span key={name} aria-current="page" data-cut="">
            {name}
          </span>
        ),
      )}
    </nav>
  )
}

type WayOn = { name: string; to: string; companies: number; icon?: Category }

/** Links to related pages with their number of companies; nothing if there are none. */
export function Links({ title, links }: { title: string; links: readonly WayOn[] }) {
  if (links.length === 0) return null
  return (
    <nav className="ways" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ name, to, companies, icon }) => (
          <li key={to}>
            <Link to={to}>
              {icon ? <CategoryIcon category={icon} /> : null}
              <span>{name}</span>
              <span className="count">
                {companies.toLocaleString('de-DE')}
                <span className="unseen"> Anbieter</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

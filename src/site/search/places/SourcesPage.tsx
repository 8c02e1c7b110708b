import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { sourcesPage } from '../landing/rules.ts'
import type { Route } from './+types/SourcesPage'
import { dataCredits } from './credits.ts'
import '../landing/landing.css'

export const handle = { cachedParams: [] }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ site: matches[0].loaderData, ...sourcesPage })

/** Sources of the marketplace's data, as their licences require. */
export default function SourcesPage() {
  return (
    <main id="inhalt" className="wrap page">
      <div className="said">
        <h1>{sourcesPage.title}</h1>
        <p>
          Damit die Suche Orte, Postleitzahlen und Entfernungen kennt, verwendet dieser Marktplatz freie Daten. Wir danken allen, die sie
          sammeln.
        </p>
        {dataCredits.map(({ name, text, links }) => (
          <section key={name}>
            <h2>{name}</h2>
            <p>{text}</p>
            <ul>
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} rel="noopener">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  )
}

import { Link } from 'react-router'
import { rankingTexts } from '#src/foundation/legal/ranking.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { rankingSentence } from '../query/ranking.ts'
import type { Route } from './+types/RankingPage'
import { type RankingPart, rankingNotes, rankingPage, rankingParts } from './rankingTexts.ts'
import './landing.css'

export const handle = { cachedParams: [] }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ site: matches[0].loaderData, ...rankingPage })

/** Criteria that order the results, with their actual figures. */
export default function RankingPage() {
  return (
    <main id="inhalt" className="wrap page">
      <div className="said">
        <h1>{rankingPage.title}</h1>
        <p>{rankingTexts.matching}</p>
        <p>{rankingSentence}</p>
        {rankingParts().map((part) => (
          <Criterion key={part.title} part={part} />
        ))}
        <section>
          <h2>Was nicht zählt</h2>
          {rankingNotes.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
        <p>
          <Link to="/search">Zur Suche</Link>
        </p>
      </div>
    </main>
  )
}

function Criterion({ part: { title, texts, rows } }: { part: RankingPart }) {
  return (
    <section>
      <h2>{title}</h2>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {rows.length === 0 ? null : (
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Was zählt</th>
              <th scope="col">Punkte</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([what, points]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

import { Link } from 'react-router'
import { verifiedPage } from '#src/platform/kit/publicPages.ts'
import { foldText, formatRating, plural } from '#src/platform/kit/text.ts'
import { distanceWord, reasonText } from '../query/results.ts'
import type { FoundCompany, SearchQuery } from '../query/rules.ts'

type WhyProps = { company: FoundCompany; query: SearchQuery }

/** Reason why a company is in the list, in its own words: never its plan, which has no effect. */
export function Why({ company, query }: WhyProps) {
  return (
    <details className="reasons small">
      <summary>
        Warum wird dieser Anbieter angezeigt?<span className="unseen"> {company.companyName}</span>
      </summary>
      <ul>
        {company.reasons.map((reason) => (
          <li key={reason.word}>
            <span>{reasonText({ ...reason, word: spellingOf(reason.word, query.q) }, company)}</span>
            <span>{reason.corrected ? ` Gesucht haben wir nach „${reason.corrected}“.` : ''}</span>
          </li>
        ))}
        {query.category ? <li>Der Anbieter gehört zum gewählten Bereich {company.category}.</li> : null}
        {company.distanceKm === null ? null : <li>Entfernung von Ihrem Ort: {distanceWord(company.distanceKm)}.</li>}
        <li>{ratingText(company)}</li>
        {company.verified ? (
          <li>
            Er ist <Link to={verifiedPage.path}>verifiziert</Link>.
          </li>
        ) : null}
      </ul>
      <p>
        Ob ein Anbieter für einen Plan mehr bezahlt, ändert die Reihenfolge nicht.{' '}
        <Link to="/sortierung">Wie werden die Ergebnisse sortiert?</Link>
      </p>
    </details>
  )
}

/** Original spelling of the word: the search stores words without capitals and umlauts. */
const spellingOf = (word: string, typed: string) => typed.split(/[^\p{L}\p{N}]+/u).find((one) => foldText(one) === foldText(word)) ?? word

const ratingText = ({ rating, reviews }: FoundCompany) =>
  rating === null
    ? 'Er hat noch keine Bewertungen.'
    : `Er hat im Durchschnitt ${formatRating(rating)} von 5 Sternen bei ${plural(reviews, 'Bewertung', 'Bewertungen')}.`

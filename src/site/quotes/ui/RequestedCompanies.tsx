import { formatRating } from '#src/platform/kit/text.ts'
import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import { distanceWord } from '#src/site/search/query/results.ts'
import { CompanyLogo } from '#src/supply/companies/ui/CompanyLogo.tsx'
import { type QuoteFormData, quoteLimits } from '../rules.ts'

/** Preselects the company from which the form was opened, or the three nearest; distant ones are not preselected. */
export function chosenAtFirst({ chosenId, companies, isFar }: QuoteFormData) {
  if (chosenId !== null) return [chosenId]
  return isFar ? [] : companies.slice(0, 3).map(({ id }) => id)
}

type RequestedCompaniesProps = {
  id: string
  about: QuoteFormData
  chosenIds: string[]
  asksFurther: boolean
  error: string | undefined
  onChange: (change: { companyIds?: string[]; asksFurther?: boolean }) => void
}

/** Companies to which the request goes. */
export function RequestedCompanies({ id: groupId, about, chosenIds, asksFurther, error, onChange }: RequestedCompaniesProps) {
  const count = chosenIds.length
  return (
    <fieldset className={error ? 'card padded field error ask-whom' : 'card padded field ask-whom'} id={groupId} tabIndex={-1}>
      <legend className="unseen">An wen? Höchstens 5 Anbieter</legend>
      <div className="ask-count" aria-hidden="true">
        <span className="strong">An wen?</span>
        <span className="small muted">{count} von 5</span>
      </div>
      <FieldMessage id={groupId} error={error} />
      {about.isFar ? (
        <p className="small muted">
          Im Umkreis von {quoteLimits.radiusKm} km haben wir {about.chosenId === null ? 'niemanden' : 'keinen weiteren Anbieter'} gefunden.
          Diese Anbieter sind die nächsten:
        </p>
      ) : null}
      {about.companies.map(({ id, companyName, logoUrl, rating, reviews, distanceKm }) => (
        <label key={id} className="check ask-company">
          <input
            type="checkbox"
            checked={chosenIds.includes(id)}
            disabled={!chosenIds.includes(id) && count >= quoteLimits.companies}
            onChange={(event) =>
              onChange({ companyIds: event.target.checked ? [...chosenIds, id] : chosenIds.filter((one) => one !== id) })
            }
          />
          <CompanyLogo company={{ companyName, logoUrl }} size={44} />
          <span>
            <b>{companyName}</b>
            <span className="second small muted">
              {[
                distanceKm === null ? '' : distanceWord(distanceKm),
                rating === null ? 'Noch keine Bewertungen' : `${formatRating(rating)} von 5 Sternen (${reviews})`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
        </label>
      ))}
      <label className="check ask-further">
        <input type="checkbox" checked={asksFurther} onChange={(event) => onChange({ asksFurther: event.target.checked })} />
        Antwortet innerhalb von 72 Stunden niemand, fragen Sie die nächsten Anbieter.
      </label>
    </fieldset>
  )
}

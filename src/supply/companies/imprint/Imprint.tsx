import { insideNames } from '#src/platform/kit/wire.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import type { Imprint as ImprintFacts } from './rules.ts'
import { imprintRows, imprintTexts } from './texts.ts'

/** Identity of a company as it entered it (§ 5 DDG), and its declaration to be a trader, if it made one (Art. 246d § 1 Nr. 4 EGBGB). */
export function Imprint({ imprint }: { imprint: ImprintFacts }) {
  return (
    <>
      <dl className="pairs small">
        {imprintRows(imprint).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {imprint.isTrader ? <p className="small muted">{imprintTexts.isTrader}</p> : null}
    </>
  )
}

/** Imprint for a screen that has the company's id only, such as the last step of a booking. */
export function CompanyImprint({ companyId }: { companyId: string }) {
  const { data, failure } = useQuery('get-legal-notice', { companyId }).queryResult
  const isWaiting = data === undefined && failure === undefined
  return (
    <section className="card padded stack snug" aria-labelledby="contract-partner" aria-busy={isWaiting || undefined}>
      <h4 id="contract-partner">{imprintTexts.title}</h4>
      {isWaiting ? <p className="small muted">Wird geladen…</p> : null}
      {data ? <Imprint imprint={insideNames(data)} /> : null}
      {failure === undefined ? null : (
        <p className="small">
          {imprintTexts.notLoaded}{' '}
          <a href={`/service/${companyId}#anbieterkennzeichnung`} target="_blank" rel="noopener">
            Im Profil ansehen
          </a>
        </p>
      )}
    </section>
  )
}

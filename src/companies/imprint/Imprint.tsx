import { useEffect, useState } from 'react'
import { insideNames } from '#src/kit/wire.ts'
import { readCall } from '#src/web/reading/readCall.ts'
import type { Imprint as ImprintFacts } from './rules.ts'
import { imprintRows, imprintTexts } from './texts.ts'

/** Who a company is, as it entered it (§ 5 DDG), and that it is a trader, where it declared so (Art. 246d § 1 Nr. 4 EGBGB). */
export function Imprint({ imprint }: { imprint: ImprintFacts }) {
  return (
    <>
      <dl className="kv sm">
        {imprintRows(imprint).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {imprint.isTrader ? <p className="sm mut">{imprintTexts.isTrader}</p> : null}
    </>
  )
}

/** The same for a screen that knows no more than the company's id, such as the last step of a booking. */
export function CompanyImprint({ companyId }: { companyId: string }) {
  const reading = useImprint(companyId)
  return (
    <section className="card pad stack snug" aria-labelledby="contract-partner" aria-busy={reading === undefined || undefined}>
      <h4 id="contract-partner">{imprintTexts.title}</h4>
      {reading === undefined ? <p className="sm mut">Wird geladen…</p> : null}
      {reading?.imprint ? <Imprint imprint={reading.imprint} /> : null}
      {reading?.isFailed ? (
        <p className="sm">
          {imprintTexts.notLoaded}{' '}
          <a href={`/service/${companyId}#anbieterkennzeichnung`} target="_blank" rel="noopener">
            Im Profil ansehen
          </a>
        </p>
      ) : null}
    </section>
  )
}

type Reading = { imprint?: ImprintFacts; isFailed?: true }

function useImprint(companyId: string) {
  const [reading, setReading] = useState<Reading>()
  useEffect(() => {
    const stop = new AbortController()
    readCall('get-legal-notice', { companyId }, { signal: stop.signal }).then(
      (imprint) => setReading({ imprint: insideNames(imprint) }),
      () => {
        if (!stop.signal.aborted) setReading({ isFailed: true })
      },
    )
    return () => stop.abort()
  }, [companyId])
  return reading
}

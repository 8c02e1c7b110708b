import { useEffect, useState } from 'react'
import { readCall } from '#src/web/readCall.ts'
import { type LegalNotice as Notice, noticeRows, noticeTexts } from '../noticeTextRules.ts'

/** Who a provider is, as it entered it (§ 5 DDG), and that it is a trader, where it declared so (Art. 246d § 1 Nr. 4 EGBGB). */
export function LegalNotice({ notice }: { notice: Notice }) {
  return (
    <>
      <dl className="kv sm">
        {noticeRows(notice).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notice.isTrader ? <p className="sm mut">{noticeTexts.isTrader}</p> : null}
    </>
  )
}

/** The same for a screen that knows no more than the company's id, such as the last step of a booking. */
export function CompanyLegalNotice({ companyId }: { companyId: string }) {
  const reading = useNotice(companyId)
  return (
    <section className="card pad stack snug" aria-labelledby="contract-partner" aria-busy={reading === undefined || undefined}>
      <h4 id="contract-partner">{noticeTexts.title}</h4>
      {reading === undefined ? <p className="sm mut">Wird geladen…</p> : null}
      {reading?.notice ? <LegalNotice notice={reading.notice} /> : null}
      {reading?.isFailed ? (
        <p className="sm">
          {noticeTexts.notLoaded}{' '}
          <a href={`/service/${companyId}#anbieterkennzeichnung`} target="_blank" rel="noopener">
            Im Profil ansehen
          </a>
        </p>
      ) : null}
    </section>
  )
}

type Reading = { notice?: Notice; isFailed?: true }

function useNotice(companyId: string) {
  const [reading, setReading] = useState<Reading>()
  useEffect(() => {
    const stop = new AbortController()
    readCall('get-legal-notice', { companyId }, { signal: stop.signal }).then(
      (notice) => setReading({ notice }),
      () => {
        if (!stop.signal.aborted) setReading({ isFailed: true })
      },
    )
    return () => stop.abort()
  }, [companyId])
  return reading
}

import { useEffect, useRef, useState } from 'react'
import { untilReturned } from '#src/money/payments/ui/OrderAttempt.tsx'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { ConsentField } from '#src/orders/ordering/times/ConsentField.tsx'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { DateButton, isUnpaid, type SeriesDate, SeriesDates } from './SeriesDates.tsx'
import { formatSeries, seriesTexts } from './texts.ts'

type Key = { token: string } | { booking: BookingKey }
type Shown = CallAnswer<'get-series'>
type OwnProps = { seriesKey: Key; onChange?: () => void }

/** Series as a part of its booking's page. */
export default function OwnSeries({ seriesKey, onChange }: OwnProps) {
  const { queryResult, reload } = useQuery('get-series', seriesKey)
  const { data, failure } = queryResult
  if (data)
    return (
      <section className="card padded stack" aria-labelledby="series-title">
        <h2 id="series-title">Serie: {formatSeries({ weeks: data.weeks, count: data.dates.length })}</h2>
        <SeriesBody
          {...{ seriesKey, series: data }}
          onDone={async () => {
            await reload()
            onChange?.()
          }}
        />
      </section>
    )
  if (failure !== undefined)
    return <RegionFailure title="Die Serie konnte nicht geladen werden" text={failure} onRetry={() => void reload()} />
  return <p role="status">Serie wird geladen…</p>
}

type BodyProps = { seriesKey: Key; series: Shown; onDone: () => Promise<unknown> }

/** State of a series, its dates, and the customer's actions. */
export function SeriesBody({ seriesKey: key, series, onDone }: BodyProps) {
  const [paid, setPaid] = useState<string>()
  const [ending, setEnding] = useState<'all' | SeriesDate>()
  const { failure, action } = useAction({ onRefused: onDone })
  const isRunning = series.status === 'accepted'
  const mayEnd = series.status === 'requested' || (isRunning && series.dates.some(isUnpaid))
  const end = () => {
    const one = ending === 'all' ? undefined : ending
    setEnding(undefined)
    void action(async () => {
      await call('end-series', { key, ...(one?.booking_id ? { bookingId: one.booking_id } : {}) })
      showToast({
        kind: 'success',
        title: one ? 'Der Termin entfällt' : series.status === 'requested' ? 'Ihre Anfrage ist zurückgezogen' : 'Ihre Serie ist beendet',
      })
      await onDone()
    })
  }
  return (
    <>
      <p className="muted">{sentenceOf(series)}</p>
      <Failure title="Das hat nicht geklappt" text={failure} />
      <SeriesDates
        dates={series.dates}
        actsOf={(date) =>
          isRunning && isUnpaid(date) ? (
            <>
              {date.status === 'due' && paid !== date.date ? (
                <DateButton label="Bezahlen" date={date} look="primary" onClick={() => setPaid(date.date)} />
              ) : null}
              <DateButton label="Auslassen" date={date} onClick={() => setEnding(date)} />
            </>
          ) : null
        }
      />
      {series.dates
        .filter((date) => date.date === paid && date.status === 'due')
        .map((date) => (
          <PayDate key={date.date} {...{ seriesKey: key, series, date, onDone }} />
        ))}
      {mayEnd ? (
        <div className="row wrapping">
          <button type="button" className="button neutral" onClick={() => setEnding('all')}>
            {series.status === 'requested' ? 'Anfrage zurückziehen' : seriesTexts.end}
          </button>
        </div>
      ) : null}
      {ending ? (
        <ConfirmDialog {...questionOf(series, ending)} cancelLabel="Zurück" onCancel={() => setEnding(undefined)} onConfirm={end} />
      ) : null}
    </>
  )
}

function questionOf({ status }: Shown, ending: 'all' | SeriesDate) {
  if (ending !== 'all')
    return {
      question: 'Termin auslassen?',
      consequence: 'Seine Zeit wird frei. Die anderen Termine bleiben.',
      confirmLabel: 'Termin auslassen',
    }
  if (status === 'requested')
    return { question: 'Anfrage zurückziehen?', consequence: 'Damit werden alle Zeiten frei.', confirmLabel: 'Anfrage zurückziehen' }
  return {
    question: 'Serie beenden?',
    consequence: 'Alle Termine, die noch nicht bezahlt sind, entfallen. Bezahlte Termine bleiben.',
    confirmLabel: seriesTexts.end,
  }
}

/** State of a series in one or two sentences. */
function sentenceOf({ status, company_name: company, until, reason, amount }: Shown) {
  const end = until === null ? '' : formatMoment(new Date(until))
  const words: Record<Shown['status'], string> = {
    unconfirmed: `Bestätigen Sie, dass wir ${company} für Sie anfragen. ${seriesTexts.terms[0]}`,
    requested: `${company} hat bis ${end} Zeit für die Antwort. Bis dahin sind alle Zeiten für Sie reserviert.`,
    accepted: `${company} hält die Termine für Sie frei. Jeder kostet ${euros(amount)} und wird einzeln bezahlt, frühestens sieben Tage vorher; den Link dafür schicken wir Ihnen per E-Mail. Was 72 Stunden vorher nicht bezahlt ist, verfällt.`,
    declined: `${company} hat die Serie abgelehnt: ${reason ?? ''}`,
    lapsed: `${company} hat nicht geantwortet. Es kostet Sie nichts.`,
    withdrawn: 'Sie haben die Anfrage zurückgezogen. Es kostet Sie nichts.',
    ended: `Die Serie ist beendet: ${reason ?? ''}. Bezahlte Termine bleiben.`,
  }
  return words[status]
}

type PayProps = BodyProps & { date: SeriesDate }

/** Order of one date: description, price, the consent if the law requires it, and the order button. */
function PayDate({ seriesKey: key, series, date, onDone }: PayProps) {
  const [isGiven, setIsGiven] = useState(false)
  const [missing, setMissing] = useState<string>()
  const { isBusy, failure, action } = useAction({
    onFields: ({ earlyStartConsent: consent, ...others }) => setMissing(consent ?? Object.values(others)[0]),
    onRefused: onDone,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that opened this form is gone, so the focus moves to the heading.
  useEffect(() => heading.current?.focus(), [])
  const needsConsent = series.consent_until !== null && date.date <= series.consent_until
  const order = () =>
    void action(async () => {
      setMissing(undefined)
      const consent = isGiven ? { earlyStartConsent: { version: earlyStartConsent.version } } : {}
      const { url } = await call('pay-series-date', { key, bookingId: date.booking_id ?? '', ...consent })
      location.assign(url)
      await untilReturned()
    })
  return (
    <div className="series-pay">
      <h3 ref={heading} tabIndex={-1}>
        {series.service_title}, {formatSlot(`${date.date} ${date.time}`)}
      </h3>
      {needsConsent ? (
        <ConsentField id="series-consent" until={series.consent_until ?? ''} {...{ isGiven, error: missing }} onChange={setIsGiven} />
      ) : null}
      <Failure title="Nicht gebucht" text={failure} />
      <p className="small muted">
        Vertragspartner ist {series.company_name}. Es gelten unsere <LegalLink to="customerTerms" /> und die{' '}
        <LegalLink to="withdrawalPolicy" />.
      </p>
      <p>
        <b>Gesamtpreis {euros(series.amount)}.</b> Mit dem Klick bestellen Sie zahlungspflichtig.
      </p>
      <BusyButton type="button" isBusy={isBusy} onClick={order}>
        {seriesTexts.pay}
      </BusyButton>
    </div>
  )
}

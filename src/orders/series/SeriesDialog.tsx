import { useState } from 'react'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { AnswerActions } from '#src/orders/requests/AnswerActions.tsx'
import { answerTexts } from '#src/orders/requests/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { DateButton, isUnpaid, type SeriesDate, SeriesDates } from './SeriesDates.tsx'
import { formatSeries, seriesLimits, seriesStateLabels, seriesTexts } from './texts.ts'
import '#src/platform/web/styles/facts.css'

type Shown = CallAnswer<'list-series'>['rows'][number]
type SeriesDialogProps = { companyId: string; seriesId: string; onClose: () => void }

/** Dialog of a series for its company, with the company's actions. */
export default function SeriesDialog({ companyId, seriesId, onClose }: SeriesDialogProps) {
  const ids = { companyId, seriesId }
  const { queryResult, reload } = useQuery('list-series', ids)
  return (
    <Dialog
      title={queryResult.data?.rows[0]?.status === 'requested' ? 'Serienanfrage' : 'Serie'}
      bodyLabel="Einzelheiten der Serie"
      onClose={onClose}
      foot={<CloseButton onClose={onClose} />}
    >
      <QueryRegion
        queryResult={queryResult}
        failed="Die Serie konnte nicht geladen werden"
        loading={<FactsWaiting text="Serie wird geladen…" />}
        onRetry={reload}
      >
        {({ rows: [series] }) => (series ? <Details ids={ids} series={series} onDone={reload} /> : null)}
      </QueryRegion>
    </Dialog>
  )
}

type DetailsProps = { ids: { companyId: string; seriesId: string }; series: Shown; onDone: () => Promise<unknown> }

function Details({ ids, series, onDone }: DetailsProps) {
  const [asked, ask] = useState<'all' | SeriesDate>()
  const one = asked === 'all' ? undefined : asked
  const close = () => ask(undefined)
  const isRunning = series.status === 'accepted'
  return (
    <>
      <p className="muted">{sentenceOf(series)}</p>
      {series.status === 'requested' ? (
        <AnswerActions
          accept={answerOfSeries.accept}
          decline={answerOfSeries.decline}
          send={(answer) => call('answer-series', { ...ids, ...answer })}
          onDone={onDone}
        />
      ) : null}
      {isRunning && series.dates.some(isUnpaid) ? (
        <div className="row wrapping">
          <button type="button" className="button neutral" onClick={() => ask('all')}>
            {seriesTexts.end}
          </button>
        </div>
      ) : null}
      <dl className="facts">
        <Fact label="Kunde">{series.customer_name}</Fact>
        <Fact label="Leistung">{series.service_title}</Fact>
        <Fact label="Serie">{formatSeries({ weeks: series.weeks, count: series.dates.length })}</Fact>
        <Fact label="Je Termin">{euros(series.amount)}</Fact>
        <Fact label="Ort">{series.location}</Fact>
        {series.description ? <Fact label="Beschreibung">{series.description}</Fact> : null}
      </dl>
      <SeriesDates
        dates={series.dates}
        actsOf={(date) => (isRunning && isUnpaid(date) ? <DateButton label="Absagen" date={date} onClick={() => ask(date)} /> : null)}
      />
      {asked ? (
        <ReasonDialog
          title={one ? 'Termin absagen?' : 'Serie beenden?'}
          says={
            one
              ? 'Dieser Termin entfällt, die anderen bleiben.'
              : 'Alle unbezahlten Termine entfallen, und ihre Zeiten werden frei. Bezahlte Termine bleiben.'
          }
          hint={answerTexts.hint}
          button={one ? 'Termin absagen' : seriesTexts.end}
          failed={answerTexts.failed}
          onClose={close}
          send={async (reason) => {
            await call('end-company-series', { ...ids, ...(one?.booking_id ? { bookingId: one.booking_id } : {}), reason })
            showToast({ kind: 'success', title: one ? 'Der Termin ist abgesagt' : 'Die Serie ist beendet' })
            close()
            await onDone()
          }}
        />
      ) : null}
    </>
  )
}

function sentenceOf({ status, until, reason }: Shown) {
  if (status === 'requested')
    return `Bitte antworten Sie bis ${formatMoment(new Date(until ?? ''))}. Sie nehmen alle Termine an oder keinen.`
  if (status === 'accepted')
    return `Der Kunde bezahlt jeden Termin einzeln, ab ${seriesLimits.dueDays} Tagen vorher. Unbezahlt wird er ${seriesLimits.untilHours} Stunden vorher wieder frei.`
  return [seriesStateLabels[status], reason].filter(Boolean).join(': ')
}

const answerOfSeries = {
  accept: {
    label: 'Alle annehmen',
    question: 'Serie annehmen?',
    consequence: 'Alle Termine bleiben für den Kunden reserviert. Gebucht ist jeder erst mit seiner Zahlung.',
    done: 'Die Serie ist angenommen',
  },
  decline: { title: 'Serie ablehnen?', says: 'Alle Zeiten werden frei.', done: 'Die Serie ist abgelehnt' },
} as const

import { useState } from 'react'
import { formatMoment } from '#src/kit/dates.ts'
import { euros } from '#src/kit/money.ts'
import { type Column, DataTable } from '#src/web/lists/DataTable.tsx'
import { Dialog } from '#src/web/parts/Dialog.tsx'
import { Fact } from '#src/web/parts/Fact.tsx'
import { type CallAnswer, call } from '#src/web/reading/call.ts'
import { useReading } from '#src/web/reading/useReading.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { AnswerActs } from '../requests/AnswerActs.tsx'
import { answerTexts } from '../requests/texts.ts'
import { slotWords } from '../times/words.ts'
import { ReasonDialog } from '../ui/ReasonDialog.tsx'
import { isUnpaid, type SeriesDate, SeriesDates } from './SeriesDates.tsx'
import { seriesLimits, seriesTexts, seriesWords } from './words.ts'
import '#src/web/lists/table.css'
import '#src/web/styles/facts.css'

type Row = CallAnswer<'list-series'>['rows'][number]

/** The series that wait for the company's answer, and those that run; nothing where there is none. */
export default function CompanySeries({ companyId, live }: { companyId: string; live: number }) {
  const { reading, reload } = useReading('list-series', { companyId }, { live })
  const [openId, setOpenId] = useState<string>()
  const rows = reading.shown?.rows ?? []
  const open = rows.find(({ id }) => id === openId)
  if (rows.length === 0) return null
  return (
    <section className="card" id="serien" aria-labelledby="series-title">
      <div className="card-head">
        <h2 id="series-title">Serien</h2>
      </div>
      <DataTable label="Tabelle der Serien" columns={columns(setOpenId)} rows={rows} keyOf={({ id }) => id} />
      {open ? <Details companyId={companyId} series={open} onDone={reload} onClose={() => setOpenId(undefined)} /> : null}
    </section>
  )
}

const columns = (onOpen: (id: string) => void): Column<Row>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ id, customer_name: name, service_title: service }) => (
      <>
        <button type="button" className="row-link" onClick={() => onOpen(id)}>
          {name}
        </button>
        <span className="second">{service}</span>
      </>
    ),
  },
  { label: 'Serie', cell: ({ weeks, dates }) => seriesWords({ weeks, count: dates.length }) },
  {
    label: 'Stand',
    cell: ({ until, dates }) =>
      until === null
        ? `${dates.filter(({ status }) => status === 'paid').length} von ${dates.length} bezahlt`
        : `Antwort bis ${formatMoment(new Date(until))}`,
  },
  { label: 'Je Termin', format: 'amount', cell: ({ amount }) => euros(amount) },
]

type DetailsProps = { companyId: string; series: Row; onDone: () => Promise<unknown>; onClose: () => void }

function Details({ companyId, series, onDone, onClose }: DetailsProps) {
  const ids = { companyId, seriesId: series.id }
  const [asked, ask] = useState<'all' | SeriesDate>()
  const one = asked === 'all' ? undefined : asked
  const close = () => ask(undefined)
  const isAsked = series.status === 'requested'
  return (
    <Dialog
      title={isAsked ? 'Serienanfrage' : 'Serie'}
      bodyLabel="Einzelheiten der Serie"
      onClose={onClose}
      foot={
        <button type="button" className="button neutral" onClick={onClose}>
          Schließen
        </button>
      }
    >
      <p className="muted">
        {isAsked
          ? `Bitte antworten Sie bis ${formatMoment(new Date(series.until ?? ''))}. Sie nehmen alle Termine an oder keinen.`
          : `Der Kunde bezahlt jeden Termin einzeln, ab ${seriesLimits.dueDays} Tagen vorher. Unbezahlt wird er ${seriesLimits.untilHours} Stunden vorher wieder frei.`}
      </p>
      {isAsked ? (
        <AnswerActs
          accept={answerOfSeries.accept}
          decline={answerOfSeries.decline}
          send={(answer) => call('answer-series', { ...ids, ...answer })}
          onDone={onDone}
        />
      ) : (
        <div className="row wrapping">
          <button type="button" className="button neutral" onClick={() => ask('all')}>
            {seriesTexts.end}
          </button>
        </div>
      )}
      <dl className="facts">
        <Fact label="Kunde">{series.customer_name}</Fact>
        <Fact label="Leistung">{series.service_title}</Fact>
        <Fact label="Serie">{seriesWords({ weeks: series.weeks, count: series.dates.length })}</Fact>
        <Fact label="Je Termin">{euros(series.amount)}</Fact>
        <Fact label="Ort">{series.location}</Fact>
        {series.description ? <Fact label="Beschreibung">{series.description}</Fact> : null}
      </dl>
      <SeriesDates
        dates={series.dates}
        actsOf={(date) =>
          isUnpaid(date) ? (
            <span className="acts">
              <button type="button" className="button neutral small" onClick={() => ask(date)}>
                Absagen<span className="unseen">: {slotWords(`${date.date} ${date.time}`)}</span>
              </button>
            </span>
          ) : null
        }
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
    </Dialog>
  )
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

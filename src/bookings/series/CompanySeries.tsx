import { useState } from 'react'
import { formatMoment } from '#src/kit/dates.ts'
import { euros } from '#src/kit/money.ts'
import { useAct } from '#src/web/forms/useAct.ts'
import { type Column, DataTable } from '#src/web/lists/DataTable.tsx'
import { ConfirmDialog } from '#src/web/parts/ConfirmDialog.tsx'
import { Dialog } from '#src/web/parts/Dialog.tsx'
import { Fact } from '#src/web/parts/Fact.tsx'
import { type CallAnswer, call } from '#src/web/reading/call.ts'
import { useReading } from '#src/web/reading/useReading.ts'
import { showToast } from '#src/web/shell/toast.ts'
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
  const [asked, ask] = useState<'accept' | 'decline' | 'end' | SeriesDate>()
  const { act } = useAct({ onRefused: onDone })
  const close = () => ask(undefined)
  const finish = async (title: string) => {
    showToast({ kind: 'success', title })
    close()
    await onDone()
  }
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
      <div className="row wrapping">
        {isAsked ? (
          <>
            <button type="button" className="button primary" onClick={() => ask('accept')}>
              Alle annehmen
            </button>
            <button type="button" className="button neutral" onClick={() => ask('decline')}>
              Ablehnen
            </button>
          </>
        ) : (
          <button type="button" className="button neutral" onClick={() => ask('end')}>
            {seriesTexts.end}
          </button>
        )}
      </div>
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
      {asked === 'accept' ? (
        <ConfirmDialog
          question="Serie annehmen?"
          consequence="Alle Termine bleiben für den Kunden reserviert. Gebucht ist jeder erst mit seiner Zahlung."
          confirmLabel="Alle annehmen"
          cancelLabel="Zurück"
          onCancel={close}
          onConfirm={() =>
            void act(async () => {
              close()
              await call('answer-series', { ...ids, answer: 'accept' })
              await finish('Die Serie ist angenommen')
            }, failed)
          }
        />
      ) : null}
      {asked === 'decline' ? (
        <ReasonDialog
          title="Serie ablehnen?"
          says="Alle Zeiten werden frei."
          hint={hint}
          button="Ablehnen"
          failed={failed}
          onClose={close}
          send={async (reason) => {
            await call('answer-series', { ...ids, answer: 'decline', reason })
            await finish('Die Serie ist abgelehnt')
          }}
        />
      ) : null}
      {asked === 'end' || typeof asked === 'object' ? (
        <ReasonDialog
          title={asked === 'end' ? 'Serie beenden?' : 'Termin absagen?'}
          says={
            asked === 'end'
              ? 'Alle unbezahlten Termine entfallen, und ihre Zeiten werden frei. Bezahlte Termine bleiben.'
              : 'Dieser Termin entfällt, die anderen bleiben.'
          }
          hint={hint}
          button={asked === 'end' ? seriesTexts.end : 'Termin absagen'}
          failed={failed}
          onClose={close}
          send={async (reason) => {
            const one = asked === 'end' || asked.booking_id === null ? {} : { bookingId: asked.booking_id }
            await call('end-company-series', { ...ids, ...one, reason })
            await finish(asked === 'end' ? 'Die Serie ist beendet' : 'Der Termin ist abgesagt')
          }}
        />
      ) : null}
    </Dialog>
  )
}
const {
  failed,
  decline: { hint },
} = answerTexts

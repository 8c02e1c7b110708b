import { useState } from 'react'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { BookingKey } from '../links/keyRules.ts'
import { ComplaintFacts } from './ComplaintFacts.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { type ComplaintView, complaintLimits, complaintTexts, isOpenComplaint } from './rules.ts'

type OwnProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Problem that the customer reported, with its outcome, and a button to report one. */
export default function OwnComplaint({ receipt, bookingKey, onChange }: OwnProps) {
  const { complaint, complaint_until: until } = receipt
  return (
    <>
      {complaint ? <Reported complaint={complaint} bookingKey={bookingKey} onChange={onChange} /> : null}
      {until ? <Report until={until} isFirst={complaint === null} bookingKey={bookingKey} onChange={onChange} /> : null}
    </>
  )
}

type ReportProps = Omit<OwnProps, 'receipt'> & { until: string; isFirst: boolean }

function Report({ until, isFirst, bookingKey, onChange }: ReportProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className="card padded stack" aria-labelledby="rc-report">
      <h2 id="rc-report">Etwas stimmt nicht?</h2>
      <p className="muted">
        {isFirst ? 'Ist niemand gekommen, kam der Anbieter zu spät, oder ist die Arbeit schlecht? ' : 'Stimmt noch etwas nicht? '}
        Melden Sie es bis {formatMoment(new Date(until))}. Der Anbieter antwortet Ihnen; hilft das nicht, entscheiden wir. Was noch nicht an
        ihn ausgezahlt ist, halten wir so lange zurück.
      </p>
      <button type="button" className="button neutral receipt-report" onClick={() => setIsOpen(true)}>
        Problem melden
      </button>
      {isOpen ? <ReportDialog bookingKey={bookingKey} onClose={() => setIsOpen(false)} onChange={onChange} /> : null}
    </section>
  )
}

const stateTexts: Record<ComplaintView['status'], (until: string) => string> = {
  open: (until) => `Der Anbieter hat bis ${until} Zeit zu antworten. Danach entscheiden wir.`,
  answered: (until) => `Der Anbieter hat geantwortet. Ist es damit erledigt? Hören wir bis ${until} nichts, entscheiden wir.`,
  escalated: () => 'Wir prüfen beide Seiten und entscheiden. Sie bekommen eine E-Mail.',
  settled: () => 'Das Problem ist erledigt.',
  decided: () => 'Wir haben entschieden.',
}

type ReportedProps = Omit<OwnProps, 'receipt'> & { complaint: ComplaintView }

function Reported({ complaint, bookingKey, onChange }: ReportedProps) {
  const [asked, ask] = useState<'accept' | 'reject'>()
  const { action } = useAction()
  const close = () => ask(undefined)
  const finish = (receipt: BookingReceipt, title: string) => {
    showToast({ kind: 'success', title })
    close()
    onChange(receipt)
  }
  const until = complaint.deadline_at ? formatMoment(new Date(complaint.deadline_at)) : ''
  return (
    <section className="card padded stack" aria-labelledby="rc-complaint">
      <h2 id="rc-complaint">Ihr gemeldetes Problem</h2>
      <p>{stateTexts[complaint.status](until)}</p>
      <ComplaintFacts complaint={complaint} />
      {isOpenComplaint(complaint.status) ? (
        <div className="row wrapping">
          <button
            type="button"
            className={complaint.status === 'answered' ? 'button primary' : 'button neutral'}
            onClick={() => ask('accept')}
          >
            Es ist erledigt
          </button>
          {complaint.status === 'answered' ? (
            <button type="button" className="button neutral" onClick={() => ask('reject')}>
              Nicht einverstanden
            </button>
          ) : null}
        </div>
      ) : null}
      {asked === 'accept' ? (
        <ConfirmDialog
          question="Ist es erledigt?"
          consequence="Der Anbieter bekommt dann seinen Anteil ausgezahlt. Das lässt sich nicht rückgängig machen."
          confirmLabel="Ja, erledigt"
          cancelLabel="Zurück"
          onCancel={close}
          onConfirm={() =>
            void action(async () => {
              close()
              finish(await call('resolve-complaint', { key: bookingKey, answer: 'accept' }), 'Als erledigt gemeldet')
            }, 'Das wurde nicht gespeichert')
          }
        />
      ) : null}
      {asked === 'reject' ? (
        <ReasonDialog
          title="Nicht einverstanden?"
          says="Dann entscheiden wir. Was noch nicht an den Anbieter ausgezahlt ist, halten wir so lange zurück."
          field={{ longest: complaintLimits.words, missing: complaintTexts.words }}
          hint="Was stimmt an der Antwort nicht? Ihr Anbieter liest es auch."
          button="An uns übergeben"
          failed="Das wurde nicht gespeichert"
          onClose={close}
          send={async (words) =>
            finish(await call('resolve-complaint', { key: bookingKey, answer: 'reject', words }), 'Wir entscheiden jetzt')
          }
        />
      ) : null}
    </section>
  )
}

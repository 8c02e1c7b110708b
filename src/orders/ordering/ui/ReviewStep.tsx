import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import type { Uploads } from '#src/foundation/files/ui/Uploads.tsx'
import { methodsChoice } from '#src/money/payments/methods.ts'
import { cancellationTimeline } from '#src/orders/appointments/refundRules.ts'
import type { BookingDraft } from '#src/orders/bookings/draftRules.ts'
import { bookingMessages } from '#src/orders/bookings/rules.ts'
import { isWithdrawalExempt, withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { requestOrder } from '#src/orders/requests/texts.ts'
import { berlinDay, berlinInstant, formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'
import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { CompanyImprint } from '#src/supply/companies/imprint/Imprint.tsx'
import type { Category } from '#src/supply/companies/rules.ts'
import { methodsOfDraft } from '../order/draftMethods.ts'
import { type BookableCompany, partnerOf } from './BookableCompany.tsx'
import { type BookingDraftState, filesId, stepOfField } from './BookingDraft.tsx'
import { changeOf, DraftSummary } from './DraftSummary.tsx'
import { EarlyStart } from './EarlyStart.tsx'
import { NoteInView } from './NoteInView.tsx'
import { SummaryRow } from './SummaryRow.tsx'

type ReviewStepProps = {
  draft: BookingDraftState
  company: BookableCompany
  uploads: Uploads
  isRequest: boolean
  /** Cancellation policy of the held time at a company with a calendar. */
  policy: Policy | undefined
  failure: string | undefined
}

/** Step 3: a summary, each line with a button to change it, and the name of the contract partner. */
export function ReviewStep({ draft, company, uploads: { stored, failed }, isRequest, policy, failure }: ReviewStepProps) {
  const { date, time } = draft.draft
  const { answerHours, methods } = useSite()
  return (
    <>
      {failure ? <NoteInView kind="bad" title={bookingMessages.paymentFailed} text={failure} /> : null}
      <div className="booking-question">
        <h3>Stimmt alles?</h3>
        <p className="muted">
          {isRequest ? requestOrder.answer(answerHours) : 'Nach der Zahlung bekommen Sie sofort eine Bestätigung per E-Mail.'}
        </p>
      </div>
      <DraftSummary
        draft={draft}
        company={company}
        priceLabel="Betrag"
        times={
          <>
            <SummaryRow label="Termin" onChange={changeOf(draft, 'date')}>
              {formatLongDate(date)}, <span className="number">{formatTime(time)}</span>
            </SummaryRow>
            {policy ? <SummaryRow label="Stornieren">{timelineOf(draft.draft, { policy, category: company.category })}</SummaryRow> : null}
          </>
        }
      >
        <SummaryRow label="Dateien" onChange={() => draft.moveTo(stepOfField('description'), filesId)}>
          {stored.length === 0 ? <span className="booking-words">Keine</span> : stored.map((file) => <FileLabel key={file.id} {...file} />)}
          {failed.length === 0 ? null : (
            <span className="booking-detail">Nicht hochgeladen: {failed.map(({ name }) => name).join(', ')}</span>
          )}
        </SummaryRow>
      </DraftSummary>
      <EarlyStart draft={draft} category={company.category} />
      <Note kind="info">
        Vertragspartner ist {partnerOf(company)}. {clickText(draft.draft, { methods, isRequest, now: new Date() })}
      </Note>
      <CompanyImprint companyId={company.id} />
      <p className="small muted">
        Es gelten unsere <LegalLink to="customerTerms" /> und die <LegalLink to="withdrawalPolicy" />. Hinweise zum{' '}
        <LegalLink to="privacy" />.
      </p>
    </>
  )
}

/** Consequence of the click on the order button, with the methods of payment (§ 312j BGB). */
export function clickText(draft: BookingDraft, order: Parameters<typeof methodsOfDraft>[1]) {
  const choice = methodsChoice(methodsOfDraft(draft, order))
  return order.isRequest ? requestOrder.payment(choice) : `Mit dem Klick kommen Sie zur Bezahlung mit ${choice}.`
}

/** Line of the cancellation terms, as if the order were placed now. */
export function timelineOf(
  { date, time, customerKind }: BookingDraft,
  { policy, category, now = new Date() }: { policy: Policy; category: Category; now?: Date },
) {
  const hasRight = customerKind !== 'business' && !isWithdrawalExempt(category)
  const withdrawalUntil = hasRight ? withdrawalDeadline(berlinDay(now)) : null
  return cancellationTimeline({ policy, startsAt: berlinInstant(date, time), withdrawalUntil }, now)
}

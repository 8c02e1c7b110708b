import { factsOfMethod } from '#src/money/payments/methods.ts'
import { retentionNote } from '#src/orders/appointments/refundRules.ts'
import type { AppointmentStatus } from '#src/orders/appointments/states.ts'
import type { RequestView } from '#src/orders/requests/rules.ts'
import { estimateTexts } from '#src/orders/requests/texts.ts'
import { formatClock, formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { daysText, partLines, spansOfWire } from '#src/supply/calendars/termTexts.ts'
import type { BookingReceipt } from './schemas.ts'

/** Title of the receipt. Not called an invoice: only the company issues invoices. */
export const receiptTitle = 'Zahlungsbeleg'

export const receiptFile = (bookingId: string) => `zahlungsbeleg-${shortId(bookingId)}.pdf`

/** Downloads per hour and client address, because drawing a PDF is expensive. */
export const receiptRate = { max: 60, windowSeconds: 3_600 } as const

/** Time of the appointment: day, start and, if a duration was agreed, end. Work on several days has a line for each. */
export function termOf({ booking_date, booking_time, appointment }: BookingReceipt) {
  const parts = spansOfWire(appointment?.parts ?? [])
  if (parts.length > 1) return { day: daysText(parts), time: partLines(parts).join('\n') }
  const time = appointment ? `${booking_time.slice(0, 5)} bis ${formatClock(new Date(appointment.ends_at))}` : formatTime(booking_time)
  return { day: formatLongDate(booking_date), time }
}

/** Headline of a booking that takes place, by its day in Berlin. Right after the payment it confirms the booking, even for today. */
function titleOf(
  { booking_date, is_supplement, is_instalment, is_tip }: BookingReceipt,
  { isNew, today }: { isNew: boolean; today: string },
) {
  if (is_instalment) return 'Ihre Zahlung ist eingegangen'
  if (is_tip) return 'Danke für Ihr Trinkgeld'
  if (is_supplement) return 'Ihr Nachtrag ist angenommen und bezahlt'
  if (booking_date === today && !isNew) return 'Ihr Termin ist heute'
  return booking_date >= today ? 'Ihre Buchung ist bestätigt' : 'Ihr Termin liegt zurück'
}

/**
 * State of a booking as text for its page. Must not promise more than is known. `isNew`: just paid, so the confirmation is being sent.
 * `today`: day in Berlin, YYYY-MM-DD.
 */
export function stateOf(receipt: BookingReceipt, { isNew, today }: { isNew: boolean; today: string }) {
  if (receipt.takes_place) {
    const { day, time } = termOf(receipt)
    const when = time.includes('\n') ? `von ${day}` : `am ${day}, ${time}`
    const text = `${receipt.service_title} bei ${receipt.company.company_name} ${when}.`
    const sent = isNew ? ' Eine Bestätigung haben wir Ihnen per E-Mail geschickt.' : ''
    const amountLabel = receipt.plan ? 'Anzahlung bezahlt' : 'Bezahlt'
    return { isGood: true, title: titleOf(receipt, { isNew, today }), text: `${text}${sent}`, amountLabel }
  }
  if (receipt.request) {
    const { step, estimate } = receipt.request
    const amountLabel = estimate && estimate.price === null ? estimateTexts.ceiling : 'Betrag'
    return { isGood: step === 'accepting', ...requestState(receipt), amountLabel }
  }
  if (isSeriesDate(receipt))
    return {
      isGood: false,
      title: 'Ein Termin Ihrer Serie',
      text: 'Er ist für Sie reserviert und erst gebucht, wenn Sie ihn bezahlen.',
      amountLabel: 'Betrag',
    }
  if (receipt.booking_status === 'pending' && receipt.is_processing)
    return { isGood: false, title: 'Zahlung unterwegs', text: underWay(receipt), amountLabel: 'Betrag' }
  if (receipt.booking_status === 'pending')
    return { isGood: false, title: 'Ihre Buchung wird bestätigt', text: 'Die Bestätigung kommt per E-Mail.', amountLabel: 'Betrag' }
  const amountLabel = receipt.payment_status === 'refunded' ? 'Erstattet' : 'Betrag'
  const ended = receipt.appointment && endedRequests[receipt.appointment.status]
  if (ended && receipt.paid_at === null) return { isGood: false, title: ended, text: 'Es wurde nichts abgebucht.', amountLabel }
  return { isGood: false, title: 'Diese Buchung ist storniert', text: offText(receipt), amountLabel }
}

const underWay = ({ method }: BookingReceipt) =>
  `Bis das Geld bei uns ist, dauert es einige Tage, höchstens ${factsOfMethod(method).settlesWithinDays}. So lange ist der Termin für Sie reserviert. Die Bestätigung kommt per E-Mail.`

/** True for an unpaid date of a series. */
export const isSeriesDate = ({ in_series: isOne, booking_status: status }: BookingReceipt) => isOne && status === 'pending'

const endedRequests: Partial<Record<AppointmentStatus, string>> = {
  declined: 'Ihre Anfrage wurde abgelehnt',
  lapsed: 'Ihre Anfrage ist verfallen',
  withdrawn: 'Ihre Anfrage ist zurückgezogen',
}

/** State of an open request as text. */
function requestState({ request, company: { company_name: company } }: BookingReceipt) {
  if (!request) throw new Error('the booking is no request')
  const { step, until, estimate, times } = request
  const end = until === null ? '' : formatMoment(new Date(until))
  const isPriced = estimate?.price != null && estimate.price > estimate.ceiling
  if (step === 'countered' && isPriced && times.length === 0) {
    const { title, until: sentence } = estimateTexts.above
    return { title, text: `${estimateTexts.above.says(company, estimate)} ${sentence(end)}` }
  }
  if (step === 'payAgain' && isPriced) return { title: estimateTexts.above.pay, text: estimateTexts.above.reserved(end) }
  const words: Record<RequestView['step'], { title: string; text: string }> = {
    requested: { title: 'Ihre Anfrage ist beim Anbieter', text: `Antwort bis ${end}. Bis dahin wird nichts abgebucht.` },
    countered: {
      title: 'Ihr Anbieter schlägt andere Zeiten vor',
      text: `Bitte wählen Sie bis ${end}. Bis dahin wird nichts abgebucht.`,
    },
    accepting: { title: 'Ihre Anfrage ist angenommen', text: 'Der Betrag wird gerade abgebucht. Die Bestätigung kommt per E-Mail.' },
    payAgain: {
      title: 'Bitte bezahlen Sie noch einmal',
      text: `Ihre Bank hat die Abbuchung abgelehnt. Der Termin ist bis ${end} für Sie reserviert.`,
    },
  }
  return words[step]
}

function offText({ paid_at, payment_status, refunded, refund_pending }: BookingReceipt) {
  if (paid_at === null) return 'Der Termin findet nicht statt. Es wurde nichts abgebucht.'
  if (payment_status === 'refunded') return 'Der Betrag wurde Ihnen erstattet.'
  if (refund_pending > 0) return `Der Termin findet nicht statt. Wir erstatten Ihnen ${euros(refund_pending)}.`
  if (refunded > 0) return `Der Termin findet nicht statt. Wir haben Ihnen ${euros(refunded)} erstattet.`
  return 'Der Termin findet nicht statt. Eine Erstattung ist noch nicht verbucht.'
}

/** Sentences about the next steps. */
export function nextSteps({
  is_supplement,
  takes_place,
  is_due,
  cancel_refusal,
  appointment,
  free_until,
  refund_pending,
  company,
}: BookingReceipt): string[] {
  if (refund_pending > 0 && !takes_place)
    return [
      'Sobald das Geld unterwegs ist, bekommen Sie eine E-Mail.',
      'Bis es auf Ihrem Konto ist, dauert es je nach Bank einige Werktage.',
    ]
  if (!takes_place) return []
  const questions = `Fragen zum Termin klären Sie direkt mit ${company.company_name}.`
  if (is_supplement) return [questions]
  if (is_due) return [questions, 'Nach dem Termin freuen wir uns auf Ihre Bewertung.']
  return [
    questions,
    ...(cancel_refusal === null && !appointment ? [`Bis ${formatMoment(new Date(free_until))} können Sie kostenlos stornieren.`] : []),
    'Nach dem Termin bitten wir Sie um Ihre Bewertung.',
  ]
}

/** Question that the customer confirms before the booking is cancelled. */
export const cancelConsequence = (receipt: BookingReceipt) =>
  `Der Termin findet dann nicht statt, und Sie bekommen ${euros(cancelRefund(receipt))} zurück. Das lässt sich nicht rückgängig machen.`

/** Refund in euros if the booking is cancelled now. */
export const cancelRefund = ({ amount, refunded, refund_pending, appointment }: BookingReceipt) =>
  appointment?.refund ?? amount - refunded - refund_pending

/** Terms of cancellation above its button. */
export function cancelTerms({ cancel_refusal, appointment, free_until }: BookingReceipt): string[] {
  if (!appointment)
    return [cancel_refusal ?? `Bis ${formatMoment(new Date(free_until))} ist die Stornierung kostenlos, und Sie bekommen Ihr Geld zurück.`]
  const timeline = appointment.timeline === '' ? [] : [appointment.timeline]
  if (cancel_refusal !== null) return [...timeline, cancel_refusal]
  const sum = `Wenn Sie jetzt stornieren, bekommen Sie ${euros(appointment.refund ?? 0)} zurück.`
  const kept = appointment.retained ? [`${euros(appointment.retained)} behält der Anbieter. ${retentionNote}`] : []
  return [...timeline, sum, ...kept]
}

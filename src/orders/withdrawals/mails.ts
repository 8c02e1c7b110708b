import { berlinDay, formatDate, formatExactMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { bookingNumbersIn, causeLabels, isCause, nameForMail } from './rules.ts'

type Withdrawal = {
  id: string
  name: string
  contract: string
  email: string
  bookingId: string | null
  status: 'open' | 'accepted' | 'rejected'
  cause: string | null
  times: number
  declaredAt: Date
}

/**
 * Immediate receipt required by § 356a Abs. 4 BGB: content and time of the declaration. The address may belong to a stranger, so the mail
 * contains no free text: only the name without links, and the booking numbers in the text.
 */
export const receiptMail = ({ withdrawal, at }: { withdrawal: Withdrawal; at: Date }): MailMessage => ({
  to: withdrawal.email,
  occasion: `withdrawal:${withdrawal.id}:receipt:${withdrawal.times}`,
  subject: `Eingangsbestätigung: Ihr Widerruf vom ${formatDate(berlinDay(at))}`,
  blocks: [
    heading('Ihr Widerruf ist eingegangen'),
    text('Guten Tag, wir bestätigen den Eingang dieser Erklärung:'),
    factsBlock([
      ['Erklärung', 'Hiermit widerrufe ich den unten genannten Vertrag.'],
      ['Name', nameForMail(withdrawal.name)],
      ['Vertrag', contractOf(withdrawal)],
      ['E-Mail', withdrawal.email],
      ['Eingegangen am', formatExactMoment(at)],
    ]),
    text(whatFollows(withdrawal)),
    text('Haben Sie das nicht erklärt? Dann antworten Sie bitte auf diese E-Mail.'),
  ],
})

const whatFollows = ({ status }: Withdrawal) =>
  status === 'accepted'
    ? 'Die Buchung ist storniert. Was Sie bezahlt haben, geht auf demselben Weg an Sie zurück; Einzelheiten stehen in der E-Mail zu Ihrer Buchung.'
    : 'Wir prüfen Ihre Erklärung und schreiben Ihnen, was daraus folgt.'

function contractOf({ contract, bookingId }: Withdrawal) {
  const numbers = bookingNumbersIn(contract)
  if (numbers.length > 0) return `Buchung ${numbers.join(', ')}`
  return bookingId ? `Buchung ${bookingId.slice(-8)}` : 'Ihre Angabe zum Vertrag liegt uns im Wortlaut vor.'
}

/** Mail to the operator: a declaration awaits the decision. */
export const openWithdrawalMail = (one: { to: string; withdrawal: Withdrawal; publicUrl: string }): MailMessage => ({
  to: one.to,
  occasion: `withdrawal:${one.withdrawal.id}:operator`,
  subject: 'Ein Widerruf wartet auf Ihre Entscheidung',
  blocks: [
    heading('Ein Widerruf wartet auf Ihre Entscheidung'),
    factsBlock([
      ['Eingegangen am', formatExactMoment(one.withdrawal.declaredAt)],
      ['Vertrag', contractOf(one.withdrawal)],
      ['Warum nicht von selbst', isCause(one.withdrawal.cause) ? causeLabels[one.withdrawal.cause] : '–'],
    ]),
    button('Widerrufe ansehen', `${one.publicUrl}/admin/widerrufe`),
  ],
})

type Decided = { withdrawal: Withdrawal; reason: string; refundCents: Cents | null }

/** Mail to the declarer: the operator's decision and its reason. */
export const decisionMail = ({ withdrawal, reason, refundCents }: Decided): MailMessage => {
  const isAccepted = withdrawal.status === 'accepted'
  const title = isAccepted ? 'Ihr Widerruf wurde angenommen' : 'Ihr Widerruf wurde abgelehnt'
  return {
    to: withdrawal.email,
    occasion: `withdrawal:${withdrawal.id}:decision`,
    subject: title,
    blocks: [
      heading(title),
      text(`Guten Tag, wir haben Ihren Widerruf vom ${formatDate(berlinDay(withdrawal.declaredAt))} geprüft.`),
      factsBlock([
        ['Vertrag', contractOf(withdrawal)],
        ['Entscheidung', isAccepted ? 'Angenommen' : 'Abgelehnt'],
        ['Begründung', reason],
        ...(refundCents ? [['Erstattung', formatEuro(refundCents)] satisfies [string, string]] : []),
      ]),
      text(
        isAccepted
          ? 'Was zu erstatten ist, geht auf demselben Weg an Sie zurück, auf dem Sie bezahlt haben.'
          : 'Sind Sie damit nicht einverstanden, antworten Sie bitte auf diese E-Mail. Ihr Recht, ein Gericht anzurufen, bleibt unberührt.',
      ),
    ],
  }
}

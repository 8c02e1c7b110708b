import { formatDate } from '#src/platform/kit/dates.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { confirmReviewPage, reviewPage } from './invitationRules.ts'
import { reviewLimits } from './rules.ts'

const heading = (text: string) => ({ kind: 'heading', text }) as const
const text = (content: string) => ({ kind: 'text', text: content }) as const

type ToAuthor = { to: string; companyName: string }

/** Mail to the unconfirmed address of a review, without any typed text (docs/spec.md#unconfirmed-address). */
export const confirmReviewMail = ({
  to,
  companyName,
  key,
  token,
  publicUrl,
}: ToAuthor & { key: string; token: string; publicUrl: string }): MailMessage => ({
  to,
  occasion: `review:confirm:${key}`,
  subject: `Bitte bestätigen Sie Ihre Bewertung für ${companyName}`,
  blocks: [
    heading('Bewertung bestätigen'),
    text(
      `Guten Tag, mit dieser E-Mail-Adresse wurde eine Bewertung für ${companyName} geschrieben. Lesen Sie sie noch einmal, und bestätigen Sie sie. Erst danach erscheint sie im Profil.`,
    ),
    { kind: 'button', label: 'Bewertung ansehen und bestätigen', href: `${publicUrl}${confirmReviewPage}?token=${token}` },
    text(
      `Der Link gilt ${reviewLimits.linkDays} Tage. Haben Sie keine Bewertung geschrieben, können Sie sie dort verwerfen. Ohne Bestätigung wird nichts veröffentlicht.`,
    ),
  ],
})

/** Mail to an address that has reviewed the company already. */
export const alreadyReviewedMail = ({ to, companyName, key }: ToAuthor & { key: string }): MailMessage => ({
  to,
  occasion: `review:again:${key}`,
  subject: `Sie haben ${companyName} schon bewertet`,
  blocks: [
    heading('Eine Bewertung gibt es schon'),
    text(
      `Guten Tag, mit dieser E-Mail-Adresse wurde in den letzten ${reviewLimits.authorDays} Tagen schon eine Bewertung für ${companyName} geschrieben. Eine weitere nehmen wir erst danach an, oder sofort über den Link in einer Buchungs-E-Mail. Die neue Bewertung haben wir nicht gespeichert.`,
    ),
    text('Haben Sie nichts geschrieben, brauchen Sie nichts zu tun.'),
  ],
})

type Invitation = {
  booking: { id: string; customerEmail: string; serviceTitle: string; companyName: string; bookingDate: string }
  token: string
  publicUrl: string
}

/** Mail to the customer after the service date. */
export const invitationMail = ({ booking, token, publicUrl }: Invitation): MailMessage => ({
  to: booking.customerEmail,
  occasion: `booking:${booking.id}:review`,
  subject: `Wie war es mit ${booking.companyName}?`,
  blocks: [
    heading('Wie zufrieden waren Sie?'),
    text(
      `Guten Tag, am ${formatDate(booking.bookingDate)} war Ihr Termin „${booking.serviceTitle}“ mit ${booking.companyName}. Mit ein paar Worten helfen Sie anderen bei der Wahl, ob zufrieden oder nicht.`,
    ),
    { kind: 'button', label: 'Bewertung schreiben', href: `${publicUrl}${reviewPage}?token=${token}` },
    text('Ihre Bewertung trägt den Hinweis „Geprüfte Buchung“. Wir fragen nur dieses eine Mal.'),
    {
      kind: 'smallPrint',
      text: 'Sie möchten nicht mehr um Bewertungen gebeten werden?',
      label: 'Einladungen abbestellen',
      href: `${publicUrl}${reviewPage}?token=${token}#abbestellen`,
    },
  ],
})

/** Mail to the author, whose address is confirmed because the review is published. */
export const repliedMail = ({
  to,
  companyName,
  companyId,
  reviewId,
  reply,
  publicUrl,
}: ToAuthor & { companyId: string; reviewId: string; reply: string; publicUrl: string }): MailMessage => ({
  to,
  occasion: `review:${reviewId}:reply`,
  subject: `${companyName} hat auf Ihre Bewertung geantwortet`,
  blocks: [
    heading('Antwort auf Ihre Bewertung'),
    text(`Guten Tag, ${companyName} schreibt zu Ihrer Bewertung:`),
    text(`„${reply}“`),
    text('Die Antwort steht auch öffentlich unter Ihrer Bewertung.'),
    { kind: 'button', label: 'Zum Profil', href: `${publicUrl}/service/${companyId}#bewertungen` },
  ],
})

type Decision = { to: string; reviewId: string; companyName: string; reason: string }

/** Legal remedies against a decision, and its author (Art. 17 DSA); included in each of these mails. */
const redress = [
  text('Die Entscheidung hat ein Mensch getroffen, keine automatische Prüfung.'),
  text(
    'Sind Sie nicht einverstanden, schreiben Sie uns innerhalb von sechs Monaten an die E-Mail-Adresse am Ende dieser Nachricht. Wir prüfen dann erneut. Auch der Weg zu den Gerichten steht Ihnen offen.',
  ),
]

/** Mail to the author of a deleted published review. */
export const deletedAuthorMail = ({ to, reviewId, companyName, reason }: Decision): MailMessage => ({
  to,
  occasion: `review:${reviewId}:deleted:author`,
  subject: `Ihre Bewertung für ${companyName} wurde gelöscht`,
  blocks: [
    heading('Ihre Bewertung wurde gelöscht'),
    text(`Guten Tag, wir haben Ihre Bewertung für ${companyName} gelöscht. Sie ist nicht mehr zu sehen und zählt nicht mehr zur Note.`),
    { kind: 'facts', rows: [['Grund', reason]] },
    ...redress,
  ],
})

/** Mail to the company whose objection led to the deletion. */
export const deletedCompanyMail = ({ to, reviewId, companyName, reason }: Decision): MailMessage => ({
  to,
  occasion: `review:${reviewId}:deleted:company`,
  subject: 'Ihr Einspruch: Die Bewertung wurde gelöscht',
  blocks: [
    heading('Ihr Einspruch hatte Erfolg'),
    text(`Guten Tag, wir haben die Bewertung, gegen die Sie für ${companyName} Einspruch eingelegt haben, gelöscht.`),
    { kind: 'facts', rows: [['Grund', reason]] },
  ],
})

/** Mail to the company whose objection was rejected. */
export const rejectedCompanyMail = ({ to, reviewId, companyName, reason }: Decision): MailMessage => ({
  to,
  occasion: `review:${reviewId}:kept:company`,
  subject: 'Ihr Einspruch: Die Bewertung bleibt',
  blocks: [
    heading('Die Bewertung bleibt'),
    text(`Guten Tag, wir haben Ihren Einspruch gegen eine Bewertung von ${companyName} geprüft. Sie bleibt veröffentlicht.`),
    { kind: 'facts', rows: [['Grund', reason]] },
    ...redress,
  ],
})

/** Mail to the author about a rejected objection. */
export const rejectedAuthorMail = ({ to, reviewId, companyName, reason }: Decision): MailMessage => ({
  to,
  occasion: `review:${reviewId}:kept:author`,
  subject: `Ihre Bewertung für ${companyName} bleibt veröffentlicht`,
  blocks: [
    heading('Ihre Bewertung bleibt'),
    text(
      `Guten Tag, ${companyName} hat gegen Ihre Bewertung Einspruch eingelegt. Wir haben ihn geprüft: Die Bewertung bleibt veröffentlicht.`,
    ),
    { kind: 'facts', rows: [['Grund', reason]] },
  ],
})

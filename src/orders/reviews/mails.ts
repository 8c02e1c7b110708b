import { formatDate } from '#src/platform/kit/dates.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { confirmReviewPage, reviewPage } from './invitationRules.ts'
import { reviewLimits } from './rules.ts'

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
    button('Bewertung ansehen und bestätigen', `${publicUrl}${confirmReviewPage}?token=${token}`),
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
    button('Bewertung schreiben', `${publicUrl}${reviewPage}?token=${token}`),
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
    button('Zum Profil', `${publicUrl}/service/${companyId}#bewertungen`),
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

/** Content of a mail about a decision: `act` is the end of its occasion, `says` follows the greeting, `more` the reason. */
type Content = { act: string; subject: string; title: string; says: string; more?: typeof redress }

const decisionOn = ({ to, reviewId, reason }: Decision, { act, subject, title, says, more = [] }: Content): MailMessage => ({
  to,
  occasion: `review:${reviewId}:${act}`,
  subject,
  blocks: [heading(title), text(`Guten Tag, ${says}`), factsBlock([['Grund', reason]]), ...more],
})

/** Mail to the author of a deleted published review. */
export const deletedAuthorMail = (decision: Decision) =>
  decisionOn(decision, {
    act: 'deleted:author',
    subject: `Ihre Bewertung für ${decision.companyName} wurde gelöscht`,
    title: 'Ihre Bewertung wurde gelöscht',
    says: `wir haben Ihre Bewertung für ${decision.companyName} gelöscht. Sie ist nicht mehr zu sehen und zählt nicht mehr zur Note.`,
    more: redress,
  })

/** Mail to the company whose objection led to the deletion. */
export const deletedCompanyMail = (decision: Decision) =>
  decisionOn(decision, {
    act: 'deleted:company',
    subject: 'Ihr Einspruch: Die Bewertung wurde gelöscht',
    title: 'Ihr Einspruch hatte Erfolg',
    says: `wir haben die Bewertung, gegen die Sie für ${decision.companyName} Einspruch eingelegt haben, gelöscht.`,
  })

/** Mail to the company whose objection was rejected. */
export const rejectedCompanyMail = (decision: Decision) =>
  decisionOn(decision, {
    act: 'kept:company',
    subject: 'Ihr Einspruch: Die Bewertung bleibt',
    title: 'Die Bewertung bleibt',
    says: `wir haben Ihren Einspruch gegen eine Bewertung von ${decision.companyName} geprüft. Sie bleibt veröffentlicht.`,
    more: redress,
  })

/** Mail to the author about a rejected objection. */
export const rejectedAuthorMail = (decision: Decision) =>
  decisionOn(decision, {
    act: 'kept:author',
    subject: `Ihre Bewertung für ${decision.companyName} bleibt veröffentlicht`,
    title: 'Ihre Bewertung bleibt',
    says: `${decision.companyName} hat gegen Ihre Bewertung Einspruch eingelegt. Wir haben ihn geprüft: Die Bewertung bleibt veröffentlicht.`,
  })

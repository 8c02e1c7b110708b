import { formatDate } from '#src/platform/kit/dates.ts'
import { button, factsBlock, heading, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type Proof, proofLabels } from './proofRules.ts'

type Params = { to: string; requestId: string; companyName: string; publicUrl: string }

/** Notifies the operator of an application to decide on. */
export const submittedMail = ({ to, requestId, companyName, publicUrl }: Params): MailMessage => ({
  to,
  occasion: `verification:asked:${requestId}`,
  subject: `Verifizierung beantragt: ${companyName}`,
  blocks: [
    heading('Verifizierung beantragt'),
    text(`${companyName} hat Nachweise eingereicht. Sie stehen in der Verwaltung und werden mit Ihrer Entscheidung gelöscht.`),
    button('Nachweise ansehen', `${publicUrl}/admin/verifizierungen`),
  ],
})

type Lost = { to: string; companyId: string; companyName: string; at: Date; publicUrl: string }

/** Notifies the account that the badge was removed: it was granted for the name and legal form that were checked. */
export const badgeLostMail = ({ to, companyId, companyName, at, publicUrl }: Lost): MailMessage => ({
  to,
  occasion: `verification:lost:${companyId}:${at.toISOString()}`,
  ...titled('Bitte lassen Sie Ihre Firma neu verifizieren', [
    text(
      `Guten Tag, Name oder Rechtsform von ${companyName} wurden geändert. Geprüft hatten wir die bisherigen Angaben, deshalb steht das Zeichen „Verifiziert“ nicht mehr im Profil.`,
    ),
    text('Reichen Sie bitte Nachweise für die neuen Angaben ein. Ihr Profil bleibt sichtbar und buchbar.'),
    button('Zu den Firmendaten', `${publicUrl}/dashboard/firmendaten`),
  ]),
})

type Ending = { to: string; companyId: string; companyName: string; publicUrl: string }

/** Reminds the company of a proof that ends soon. */
export const proofEndingMail = ({ to, companyId, companyName, proof, publicUrl }: Ending & { proof: Proof }): MailMessage => ({
  to,
  occasion: `verification:ending:${companyId}:${proof.kind}:${proof.validUntil}`,
  subject: `Ihr Nachweis gilt noch bis ${formatDate(proof.validUntil)}`,
  blocks: [
    heading('Bitte erneuern Sie einen Nachweis'),
    text(`Guten Tag, im Profil von ${companyName} steht, was wir geprüft haben und bis wann es gilt. Dieser Nachweis läuft ab:`),
    factsBlock([[proofLabels[proof.kind], `gültig bis ${formatDate(proof.validUntil)}`]]),
    text(
      'Danach steht er nicht mehr im Profil. Sind alle Nachweise abgelaufen, fällt das Zeichen „Verifiziert“ weg. Ihr Profil bleibt sichtbar und buchbar.',
    ),
    button('Nachweis hochladen', `${publicUrl}/dashboard/firmendaten`),
  ],
})

/** Notifies the company that its badge was removed, because all proofs have ended. */
export const badgeEndedMail = ({ to, companyId, companyName, at, publicUrl }: Ending & { at: Date }): MailMessage => ({
  to,
  occasion: `verification:ended:${companyId}:${at.toISOString()}`,
  ...titled('Ihre Nachweise sind abgelaufen', [
    text(
      `Guten Tag, alle geprüften Nachweise von ${companyName} sind abgelaufen. Das Zeichen „Verifiziert“ steht deshalb nicht mehr im Profil.`,
    ),
    text('Mit neuen Nachweisen bekommen Sie es zurück. Ihr Profil bleibt sichtbar und buchbar.'),
    button('Nachweise hochladen', `${publicUrl}/dashboard/firmendaten`),
  ]),
})

/** Notifies the company of the decision, with its reason. */
export const decidedMail = ({
  to,
  requestId,
  companyName,
  isGranted,
  reason,
  publicUrl,
}: Params & { isGranted: boolean; reason: string }): MailMessage => ({
  to,
  occasion: `verification:decided:${requestId}`,
  subject: isGranted ? `${companyName} ist jetzt verifiziert` : 'Ihr Antrag auf Verifizierung wurde abgelehnt',
  blocks: [
    heading(isGranted ? 'Sie sind jetzt verifiziert' : 'Ihr Antrag wurde abgelehnt'),
    text(
      isGranted
        ? `Guten Tag, wir haben Ihre Nachweise geprüft. ${companyName} trägt ab sofort das Zeichen „Verifiziert“.`
        : `Guten Tag, wir haben die Nachweise von ${companyName} geprüft und konnten die Verifizierung nicht bestätigen.`,
    ),
    ...(reason ? [factsBlock([['Begründung', reason]])] : []),
    text(
      isGranted
        ? 'Ihre Nachweise haben wir gelöscht.'
        : 'Ihre Nachweise haben wir gelöscht. Sie können jederzeit einen neuen Antrag mit anderen Nachweisen stellen. Ihr Profil bleibt sichtbar und buchbar.',
    ),
    button('Zu den Firmendaten', `${publicUrl}/dashboard/firmendaten`),
  ],
})

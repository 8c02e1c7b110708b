import { formatDate } from '#src/platform/kit/dates.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type Proof, proofLabels } from './proofRules.ts'

type Params = { to: string; requestId: string; companyName: string; publicUrl: string }

/** Notifies the operator of an application to decide on. */
export const submittedMail = ({ to, requestId, companyName, publicUrl }: Params): MailMessage => ({
  to,
  occasion: `verification:asked:${requestId}`,
  subject: `Verifizierung beantragt: ${companyName}`,
  blocks: [
    { kind: 'heading', text: 'Verifizierung beantragt' },
    {
      kind: 'text',
      text: `${companyName} hat Nachweise eingereicht. Sie stehen in der Verwaltung und werden mit Ihrer Entscheidung gelöscht.`,
    },
    { kind: 'button', label: 'Nachweise ansehen', href: `${publicUrl}/admin/verifizierungen` },
  ],
})

type Lost = { to: string; companyId: string; companyName: string; at: Date; publicUrl: string }

/** Notifies the account that the badge was removed: it was granted for the name and legal form that were checked. */
export const badgeLostMail = ({ to, companyId, companyName, at, publicUrl }: Lost): MailMessage => ({
  to,
  occasion: `verification:lost:${companyId}:${at.toISOString()}`,
  subject: 'Bitte lassen Sie Ihre Firma neu verifizieren',
  blocks: [
    { kind: 'heading', text: 'Bitte lassen Sie Ihre Firma neu verifizieren' },
    {
      kind: 'text',
      text: `Guten Tag, Name oder Rechtsform von ${companyName} wurden geändert. Geprüft hatten wir die bisherigen Angaben, deshalb steht das Zeichen „Verifiziert“ nicht mehr im Profil.`,
    },
    { kind: 'text', text: 'Reichen Sie bitte Nachweise für die neuen Angaben ein. Ihr Profil bleibt sichtbar und buchbar.' },
    { kind: 'button', label: 'Zu den Firmendaten', href: `${publicUrl}/dashboard/firmendaten` },
  ],
})

type Ending = { to: string; companyId: string; companyName: string; publicUrl: string }

/** Reminds the company of a proof that ends soon. */
export const proofEndingMail = ({ to, companyId, companyName, proof, publicUrl }: Ending & { proof: Proof }): MailMessage => ({
  to,
  occasion: `verification:ending:${companyId}:${proof.kind}:${proof.validUntil}`,
  subject: `Ihr Nachweis gilt noch bis ${formatDate(proof.validUntil)}`,
  blocks: [
    { kind: 'heading', text: 'Bitte erneuern Sie einen Nachweis' },
    {
      kind: 'text',
      text: `Guten Tag, im Profil von ${companyName} steht, was wir geprüft haben und bis wann es gilt. Dieser Nachweis läuft ab:`,
    },
    { kind: 'facts', rows: [[proofLabels[proof.kind], `gültig bis ${formatDate(proof.validUntil)}`]] },
    {
      kind: 'text',
      text: 'Danach steht er nicht mehr im Profil. Sind alle Nachweise abgelaufen, fällt das Zeichen „Verifiziert“ weg. Ihr Profil bleibt sichtbar und buchbar.',
    },
    { kind: 'button', label: 'Nachweis hochladen', href: `${publicUrl}/dashboard/firmendaten` },
  ],
})

/** Notifies the company that its badge was removed, because all proofs have ended. */
export const badgeEndedMail = ({ to, companyId, companyName, at, publicUrl }: Ending & { at: Date }): MailMessage => ({
  to,
  occasion: `verification:ended:${companyId}:${at.toISOString()}`,
  subject: 'Ihre Nachweise sind abgelaufen',
  blocks: [
    { kind: 'heading', text: 'Ihre Nachweise sind abgelaufen' },
    {
      kind: 'text',
      text: `Guten Tag, alle geprüften Nachweise von ${companyName} sind abgelaufen. Das Zeichen „Verifiziert“ steht deshalb nicht mehr im Profil.`,
    },
    { kind: 'text', text: 'Mit neuen Nachweisen bekommen Sie es zurück. Ihr Profil bleibt sichtbar und buchbar.' },
    { kind: 'button', label: 'Nachweise hochladen', href: `${publicUrl}/dashboard/firmendaten` },
  ],
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
    { kind: 'heading', text: isGranted ? 'Sie sind jetzt verifiziert' : 'Ihr Antrag wurde abgelehnt' },
    {
      kind: 'text',
      text: isGranted
        ? `Guten Tag, wir haben Ihre Nachweise geprüft. ${companyName} trägt ab sofort das Zeichen „Verifiziert“.`
        : `Guten Tag, wir haben die Nachweise von ${companyName} geprüft und konnten die Verifizierung nicht bestätigen.`,
    },
    ...(reason ? [{ kind: 'facts', rows: [['Begründung', reason]] } as const satisfies MailMessage['blocks'][number]] : []),
    {
      kind: 'text',
      text: isGranted
        ? 'Ihre Nachweise haben wir gelöscht.'
        : 'Ihre Nachweise haben wir gelöscht. Sie können jederzeit einen neuen Antrag mit anderen Nachweisen stellen. Ihr Profil bleibt sichtbar und buchbar.',
    },
    { kind: 'button', label: 'Zu den Firmendaten', href: `${publicUrl}/dashboard/firmendaten` },
  ],
})

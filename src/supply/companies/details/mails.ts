import { berlinDay } from '#src/platform/kit/dates.ts'
import { button, factsBlock, heading, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'

type Site = { publicUrl: string }
type Recipient = { to: string; companyId: string; companyName: string; at: Date }

const toForm = ({ publicUrl }: Site) => button('Zu den Geschäftsangaben', `${publicUrl}/dashboard/geschaeftsangaben`)

export type ReminderStep = 'asked' | 'reminded' | 'remindedAgain' | 'stopped' | 'withheld' | 'expired'

const words: Record<ReminderStep, { subject: string; title: string; text: string }> = {
  asked: {
    subject: 'Bitte ergänzen Sie Ihre Geschäftsangaben',
    title: 'Ihre Geschäftsangaben fehlen noch',
    text: 'wir müssen von allen Anbietern Geschäftsangaben erheben: für Rechnungen, nach dem Gesetz über digitale Dienste und für die Meldung an das Bundeszentralamt für Steuern. Bitte ergänzen Sie sie im Dashboard.',
  },
  reminded: {
    subject: 'Erinnerung: Ihre Geschäftsangaben fehlen',
    title: 'Ihre Geschäftsangaben fehlen noch',
    text: 'wir haben Sie vor drei Wochen um Ihre Geschäftsangaben gebeten. Ohne sie können Sie bald keine neuen Buchungen annehmen, und ab dem 60. Tag müssen wir Auszahlungen zurückhalten (§ 23 PStTG).',
  },
  remindedAgain: {
    subject: 'Zweite Erinnerung: Ihre Geschäftsangaben fehlen',
    title: 'Bitte ergänzen Sie jetzt Ihre Geschäftsangaben',
    text: 'dies ist die zweite Erinnerung. Ab dem 60. Tag nach unserer ersten Bitte müssen wir Auszahlungen zurückhalten, bis die Angaben da sind (§ 23 PStTG).',
  },
  stopped: {
    subject: 'Neue Buchungen sind angehalten',
    title: 'Neue Buchungen sind angehalten',
    text: 'die Frist für Ihre Geschäftsangaben ist abgelaufen. Bis sie vollständig sind, nehmen wir keine neuen Buchungen für Sie an. Bestehende Buchungen gelten weiter.',
  },
  withheld: {
    subject: 'Ihre Auszahlungen werden zurückgehalten',
    title: 'Ihre Auszahlungen werden zurückgehalten',
    text: 'trotz zweier Erinnerungen fehlen Ihre Geschäftsangaben. Wir sind verpflichtet, Auszahlungen zurückzuhalten (§ 23 PStTG). Sobald die Angaben vollständig sind, zahlen wir den ganzen Betrag aus.',
  },
  expired: {
    subject: 'Bitte bestätigen Sie Ihre Geschäftsangaben',
    title: 'Ihre Geschäftsangaben sind 36 Monate alt',
    text: 'geprüfte Geschäftsangaben gelten 36 Monate. Bitte sehen Sie sie durch und reichen Sie sie wieder ein.',
  },
}

/** Requests the missing details and announces the consequences; one mail per step. */
export const detailsRequestMail = (
  { to, companyId, companyName, at, step }: Recipient & { step: ReminderStep },
  site: Site,
): MailMessage => ({
  to,
  occasion: `details:${step}:${companyId}:${berlinDay(at)}`,
  subject: words[step].subject,
  blocks: [heading(words[step].title), text(`Guten Tag, ${words[step].text}`), factsBlock([['Firma', companyName]]), toForm(site)],
})

/** Notifies the operator of details to decide on. */
export const detailsSubmittedMail = ({ to, companyId, companyName, at }: Recipient, { publicUrl }: Site): MailMessage => ({
  to,
  occasion: `details:submitted:${companyId}:${at.toISOString()}`,
  subject: `Geschäftsangaben eingereicht: ${companyName}`,
  blocks: [
    heading('Geschäftsangaben eingereicht'),
    text(`${companyName} hat Geschäftsangaben eingereicht. Bitte prüfen Sie sie.`),
    button('Angaben prüfen', `${publicUrl}/admin/geschaeftsangaben`),
  ],
})

/** Notifies the company of the decision, with its reason. */
export const detailsDecidedMail = (
  { to, companyId, companyName, at, isAccepted, reason }: Recipient & { isAccepted: boolean; reason: string },
  site: Site,
): MailMessage => ({
  to,
  occasion: `details:decided:${companyId}:${at.toISOString()}`,
  ...titled(isAccepted ? 'Ihre Geschäftsangaben sind geprüft' : 'Ihre Geschäftsangaben wurden abgelehnt', [
    text(
      isAccepted
        ? `Guten Tag, wir haben die Geschäftsangaben von ${companyName} geprüft. Sie gelten 36 Monate.`
        : `Guten Tag, wir konnten die Geschäftsangaben von ${companyName} nicht bestätigen. Bitte ändern Sie sie und reichen Sie sie wieder ein.`,
    ),
    ...(reason ? [factsBlock([['Begründung', reason]])] : []),
    text('Kopien von Ausweisen und Registern haben wir gelöscht.'),
    toForm(site),
  ]),
})

import { type Cents, formatEuro } from '#src/kit/money.ts'
import type { MailMessage } from '#src/server/mail/mail.ts'

/** Tells the operator that a payment does not match its booking. Nothing was confirmed. */
export const breakMail = (found: { to: string; kind: string; sessionId: string; amountCents: Cents }): MailMessage => ({
  to: found.to,
  occasion: `break:${found.kind}:${found.sessionId}`,
  subject: 'Zahlung passt nicht zur Buchung',
  blocks: [
    { kind: 'heading', text: 'Zahlung passt nicht zur Buchung' },
    {
      kind: 'text',
      text: 'Der Zahlungsdienst meldet eine Zahlung, die nicht zur Buchung passt. Es wurde nichts bestätigt. Bitte prüfen Sie sie.',
    },
    {
      kind: 'facts',
      rows: [
        ['Art', found.kind === 'amountDiffers' ? 'Betrag, Währung oder Buchung weichen ab' : 'Die Zahlungssitzung ist unbekannt'],
        ['Zahlungssitzung', found.sessionId],
        ['Gezahlter Betrag', formatEuro(found.amountCents)],
      ],
    },
  ],
})

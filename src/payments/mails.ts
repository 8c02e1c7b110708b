import { type Cents, formatEuro } from '#src/kit/money.ts'
import type { MailMessage } from '#src/server/mail/mail.ts'
import { type BreakKind, breakKinds } from './rules.ts'

/** Tells the operator that something at the payment provider does not match. Nothing was confirmed because of it. */
export const breakMail = (found: { to: string; kind: BreakKind; reference: string; amountCents: Cents }): MailMessage => ({
  to: found.to,
  occasion: `break:${found.kind}:${found.reference}`,
  subject: 'Zahlung passt nicht zur Buchung',
  blocks: [
    { kind: 'heading', text: 'Zahlung passt nicht zur Buchung' },
    { kind: 'text', text: 'Beim Zahlungsdienst steht etwas anderes als hier. Es wurde nichts bestätigt. Bitte prüfen Sie es.' },
    {
      kind: 'facts',
      rows: [
        ['Was', breakKinds[found.kind]],
        ['Kennung', found.reference],
        ['Betrag dort', formatEuro(found.amountCents)],
      ],
    },
  ],
})

import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { button, factsBlock, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { debitDays } from './rules.ts'

type Recipient = { to: string; companyName: string; publicUrl: string }
/** The creditor may have no identifier of its own, and the PSP may hide the digits of the IBAN. */
type Mandate = { reference: string; creditorId: string | null; last4: string | null }
type Notice = Recipient & { key: string; amountCents: number; from: Date; creditor: string; mandate: Mandate | undefined }
/** `payUntil`: end of the grace; null if the subscription has ended. */
type Returned = Recipient & { invoiceId: string; amountCents: number; payUntil: Date | null }

const dashboard = (publicUrl: string) => button('Zum Dashboard', `${publicUrl}/dashboard`)
const day = (at: Date) => formatDate(berlinDay(at))

/** Announces a debit, once for each invoice; `key`: the invoice, or subscription and day of one that is not written yet. */
export const debitNoticeMail = (notice: Notice): MailMessage => ({
  to: notice.to,
  occasion: `subscription:debit:${notice.key}`,
  ...titled('Wir buchen Ihren Beitrag ab', [
    text(`Guten Tag, der Beitrag für ${notice.companyName} wird mit SEPA-Lastschrift von Ihrem Konto abgebucht.`),
    factsBlock(noticeRows(notice)),
    text('Bitte sorgen Sie für genug Deckung. Im Dashboard können Sie Ihr Zahlungsmittel ändern oder kündigen.'),
    dashboard(notice.publicUrl),
  ]),
})

function noticeRows({ amountCents, from, creditor, mandate }: Notice) {
  const rows: [string, string | null | undefined][] = [
    ['Betrag', formatEuro(amountCents)],
    ['Abbuchung', `frühestens am ${day(from)}`],
    ['Konto', mandate?.last4 && `IBAN mit den letzten Ziffern ${mandate.last4}`],
    ['Mandatsreferenz', mandate?.reference],
    ['Gläubiger', creditor],
    ['Gläubiger-ID', mandate?.creditorId],
  ]
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
}

/** Sent once for each invoice whose payment came back. */
export const paymentReturnedMail = (facts: Returned): MailMessage => ({
  to: facts.to,
  occasion: `subscription:returned:${facts.invoiceId}`,
  ...titled('Ihre Zahlung wurde zurückgebucht', [
    text(`Guten Tag, Ihre Bank hat ${formatEuro(facts.amountCents)} des Beitrags für ${facts.companyName} zurückgebucht.`),
    text(
      facts.payUntil
        ? `Ihre Firma bleibt ${debitDays.grace} Tage sichtbar. Bitte bezahlen Sie die neue Rechnung im Dashboard bis zum ${day(facts.payUntil)}. Danach endet das Abonnement, und Ihre Firma wird ausgeblendet.`
        : 'Bitte bezahlen Sie die neue Rechnung im Dashboard. Vorher können Sie kein neues Abonnement abschließen.',
    ),
    dashboard(facts.publicUrl),
  ]),
})

import { formatMoment } from '#src/platform/kit/dates.ts'
import { button, factsBlock, heading, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { bankLimits, bankTexts } from './texts.ts'

/** Bank details as shown in a mail: masked. */
type Account = { account_holder: string; bank_account: string; bank_code: string | null; bank_name: string | null }
type Kind = 'bank' | 'account'
type Recipient = { to: string; kind: Kind; changeId: string; companyName: string; href: string; account: Account }

const bankConfirmTexts = {
  bank: {
    subject: 'Bitte bestätigen Sie Ihre neuen Bankdaten',
    happened: 'Guten Tag, in Ihrem Dashboard wurden Bankdaten für Auszahlungen eingegeben. Sie gelten erst, wenn Sie sie bestätigen.',
    button: 'Bankdaten bestätigen',
  },
  account: {
    subject: 'Bitte bestätigen Sie Ihr Konto für Direktauszahlungen',
    happened:
      'Guten Tag, ein Konto beim Zahlungsdienst ist für Ihre Auszahlungen bereit. Erst wenn Sie es bestätigen, zahlen wir dorthin aus – auch statt auf hinterlegte Bankdaten.',
    button: 'Konto bestätigen',
  },
} as const

/** Asks the account to confirm a new payout target; it becomes effective when the link is opened. */
export const confirmBankMail = ({ to, kind, changeId, companyName, href, account }: Recipient): MailMessage => ({
  to,
  occasion: `bank:confirm:${changeId}`,
  ...titled(bankConfirmTexts[kind].subject, [
    text(bankConfirmTexts[kind].happened),
    facts(companyName, account),
    button(bankConfirmTexts[kind].button, href),
    text(`Der Link gilt ${bankLimits.confirmHours} Stunden und nur einmal. Ein neuerer Link macht ihn ungültig.`),
    text('Sie haben nichts geändert? Dann öffnen Sie den Link bitte nicht und setzen Sie ein neues Passwort.'),
  ]),
})

/**
 * Notifies both addresses of changed bank details, with an undo link. The company's address may belong to a stranger, so texts that the
 * company typed (names of company and holder) are not sent there (docs/spec.md#bank-change).
 */
export const changedBankMail = ({
  isFirst,
  changedAt,
  addressee,
  ...told
}: Recipient & { isFirst: boolean; changedAt: Date; addressee: 'account' | 'company' }): MailMessage => {
  const { to, kind, changeId, companyName, href, account } = told
  const isAccount = kind === 'account'
  const bankSubject = isFirst ? 'Ihre Bankdaten sind hinterlegt' : 'Ihre Bankdaten wurden geändert'
  const subject = isAccount ? 'Ihr Auszahlungskonto wurde geändert' : bankSubject
  const confirmed = isAccount
    ? 'wurde ein Konto beim Zahlungsdienst für Auszahlungen bestätigt'
    : 'wurden die Bankdaten für Auszahlungen bestätigt'
  return {
    to,
    occasion: `bank:changed:${changeId}:${addressee}`,
    ...titled(subject, [
      text(`Guten Tag, am ${formatMoment(changedAt)} ${confirmed}.`),
      addressee === 'account' ? facts(companyName, account) : bareFacts(account),
      ...(isFirst ? [] : [text(`Zur Sicherheit warten Auszahlungen nach einer Änderung ${bankLimits.safetyHours} Stunden.`)]),
      text('Waren Sie das nicht? Dann nehmen Sie die Änderung hier zurück. Alle Geräte werden abgemeldet, Auszahlungen angehalten.'),
      button(bankTexts.undoTitle, href),
      text(`Dieser Link gilt ${bankLimits.undoDays} Tage.`),
    ]),
  }
}

type Disputed = { to: string; changeId: string; companyName: string; disputedAt: Date }

/** Notifies the operator that a change of bank details was reported as unauthorized. */
export const disputedBankMail = ({ to, changeId, companyName, disputedAt }: Disputed): MailMessage => ({
  to,
  occasion: `bank:disputed:${changeId}`,
  subject: `Änderung der Bankdaten bestritten: ${companyName}`,
  blocks: [
    heading('Änderung der Bankdaten bestritten'),
    text(`Am ${formatMoment(disputedAt)} wurde über den Link „${bankTexts.undoTitle}“ eine Änderung der Bankdaten zurückgenommen.`),
    factsBlock([['Firma', companyName]]),
    text('Die Sitzungen des Kontos sind beendet. Auszahlungen der Firma sind angehalten, bis Sie die Sperre aufheben.'),
  ],
})

const facts = (companyName: string, { account_holder, ...account }: Account): MailMessage['blocks'][number] =>
  factsBlock([['Firma', companyName], ['Kontoinhaber', account_holder], ...bankRows(account)])

/** Facts whose wording the company cannot choose. */
const bareFacts = (account: Account): MailMessage['blocks'][number] => factsBlock(bankRows(account))

const bankRows = ({ bank_account, bank_code, bank_name }: Omit<Account, 'account_holder'>): [string, string][] => [
  ['IBAN', bank_account],
  ...(bank_code ? ([['BIC', bank_code]] satisfies [string, string][]) : []),
  ...(bank_name ? ([['Bank', bank_name]] satisfies [string, string][]) : []),
]

import { formatMoment } from '#src/platform/kit/dates.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { emailLimits, emailTexts } from './texts.ts'

type Recipient = { to: string; changeId: string; href: string }

/** Confirmation mail to the new address, which may belong to a stranger: it contains no text that the company typed. */
export const confirmCompanyEmailMail = ({ to, changeId, href }: Recipient): MailMessage => ({
  to,
  occasion: `companyEmail:confirm:${changeId}`,
  subject: 'Bitte bestätigen Sie die E-Mail-Adresse Ihrer Firma',
  blocks: [
    { kind: 'heading', text: 'Bitte bestätigen Sie die E-Mail-Adresse Ihrer Firma' },
    {
      kind: 'text',
      text: 'Guten Tag, E-Mails an eine Firma sollen künftig an diese Adresse gehen. Das gilt erst, wenn Sie es bestätigen.',
    },
    { kind: 'button', label: emailTexts.confirm, href },
    { kind: 'text', text: `Der Link gilt ${emailLimits.confirmHours} Stunden und nur einmal.` },
    { kind: 'text', text: 'Sie haben das nicht veranlasst? Dann öffnen Sie den Link bitte nicht. Es ändert sich nichts.' },
  ],
})

type Changed = Recipient & { companyName: string; email: string; changedAt: Date; addressee: 'account' | 'former' }

/** Notifies the account and the former address of the change, with an undo link. */
export const changedCompanyEmailMail = ({ to, changeId, href, companyName, email, changedAt, addressee }: Changed): MailMessage => ({
  to,
  occasion: `companyEmail:changed:${changeId}:${addressee}`,
  subject: 'Die E-Mail-Adresse Ihrer Firma wurde geändert',
  blocks: [
    { kind: 'heading', text: 'Die E-Mail-Adresse Ihrer Firma wurde geändert' },
    {
      kind: 'text',
      text: `Guten Tag, am ${formatMoment(changedAt)} wurde eine neue Adresse bestätigt. E-Mails an die Firma gehen jetzt dorthin.`,
    },
    {
      kind: 'facts',
      rows: [
        ['Firma', companyName],
        ['Neue Adresse', email],
      ],
    },
    { kind: 'text', text: 'Waren Sie das nicht? Dann nehmen Sie die Änderung hier zurück. Alle Geräte werden abgemeldet.' },
    { kind: 'button', label: 'Das war ich nicht', href },
    { kind: 'text', text: `Dieser Link gilt ${emailLimits.undoDays} Tage.` },
  ],
})

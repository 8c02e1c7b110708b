import { formatMoment } from '#src/platform/kit/dates.ts'
import { button, factsBlock, text, titled } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { emailLimits, emailTexts } from './texts.ts'

type Recipient = { to: string; changeId: string; href: string }

/** Confirmation mail to the new address, which may belong to a stranger: it contains no text that the company typed. */
export const confirmCompanyEmailMail = ({ to, changeId, href }: Recipient): MailMessage => ({
  to,
  occasion: `companyEmail:confirm:${changeId}`,
  ...titled('Bitte bestätigen Sie die E-Mail-Adresse Ihrer Firma', [
    text('Guten Tag, E-Mails an eine Firma sollen künftig an diese Adresse gehen. Das gilt erst, wenn Sie es bestätigen.'),
    button(emailTexts.confirm, href),
    text(`Der Link gilt ${emailLimits.confirmHours} Stunden und nur einmal.`),
    text('Sie haben das nicht veranlasst? Dann öffnen Sie den Link bitte nicht. Es ändert sich nichts.'),
  ]),
})

type Changed = Recipient & { companyName: string; email: string; changedAt: Date; addressee: 'account' | 'former' }

/** Notifies the account and the former address of the change, with an undo link. */
export const changedCompanyEmailMail = ({ to, changeId, href, companyName, email, changedAt, addressee }: Changed): MailMessage => ({
  to,
  occasion: `companyEmail:changed:${changeId}:${addressee}`,
  ...titled('Die E-Mail-Adresse Ihrer Firma wurde geändert', [
    text(`Guten Tag, am ${formatMoment(changedAt)} wurde eine neue Adresse bestätigt. E-Mails an die Firma gehen jetzt dorthin.`),
    factsBlock([
      ['Firma', companyName],
      ['Neue Adresse', email],
    ]),
    text('Waren Sie das nicht? Dann nehmen Sie die Änderung hier zurück. Alle Geräte werden abgemeldet.'),
    button('Das war ich nicht', href),
    text(`Dieser Link gilt ${emailLimits.undoDays} Tage.`),
  ]),
})

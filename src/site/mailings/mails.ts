import { greeting } from '#src/platform/kit/text.ts'
import { heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailBlock, MailMessage } from '#src/platform/server/mail/message.ts'
import type { Letter } from './rules.ts'
import { optOutTexts } from './texts.ts'

export type Addressee = { email: string; companyName: string; contactPerson: string }
type Bulk = Letter & { addressee: Addressee; brandName: string; optOutUrl: string; adminMessage?: string }

/**
 * Mail of the operator to one company, with the opt-out link in the small print and in the List-Unsubscribe header (§ 7 Abs. 3 UWG: every
 * mail has to mention the right to object).
 */
export const bulkMail = ({ subject, message, addressee, brandName, optOutUrl, adminMessage }: Bulk): Omit<MailMessage, 'occasion'> => ({
  to: addressee.email,
  subject,
  blocks: [
    heading(subject),
    text(`${greeting(addressee.contactPerson)},`),
    ...paragraphs(message),
    ...(adminMessage ? paragraphs(adminMessage) : []),
    {
      kind: 'smallPrint',
      text: `Sie erhalten diese E-Mail, weil ${addressee.companyName} bei ${brandName} als Anbieter eingetragen ist. Sie können Rund-Mails jederzeit abbestellen; es entstehen keine Kosten.`,
      label: optOutTexts.button,
      href: optOutUrl,
    },
  ],
  unsubscribeUrl: optOutUrl,
})

/** Blank lines separate paragraphs; single line breaks are kept. */
const paragraphs = (written: string): MailBlock[] =>
  written
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(text)

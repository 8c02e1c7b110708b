/** A rendered mail. `messageId` is made from the mail's occasion, so a repeated transmission carries the same one (decisions 7). */
export type OutgoingMail = { to: string; subject: string; html: string; text: string; messageId: string }

/** The mail server said no for good; `code` is its answer's, 500 to 599. */
export class MailRefused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`mail refused with ${code}`)
    this.code = code
  }
}

/** What the product asks of a mail server. Keeper: smtpMail.ts. */
export type Mail = {
  /** Hands the mail over. Throws MailRefused when the server will never take it, anything else when another try may help. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/**
 * A rendered mail. `messageId` is made from the mail's occasion, so a repeated transmission carries the same one
 * (docs/spec.md#one-occasion).
 * `unsubscribeUrl`: where mail programs find the way out of such mails, by one click (RFC 8058). `replyTo`: who gets the answer, if it is
 * not the sender. `files`: what it brings along.
 */
export type OutgoingMail = {
  to: string
  subject: string
  html: string
  text: string
  messageId: string
  unsubscribeUrl?: string
  replyTo?: string
  files: readonly MailFile[]
}

/** A file of a mail; with `cid` it is a picture that the HTML shows by `cid:…`. */
export type MailFile = { name: string; type: string; content: string | Buffer; cid?: string }

/** The mail server said no to this mail for good; `code` is its answer's, 500 to 599. */
export class MailRefused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`mail refused with ${code}`)
    this.code = code
  }
}

/** The mail server said 'later' to this mail; `code` is its answer's, 400 to 499. */
export class MailDeferred extends Error {
  readonly code: number
  constructor(code: number) {
    super(`mail server did not take the mail (${code})`)
    this.code = code
  }
}

/** What the product asks of a mail server. Keeper: smtpMail.ts. */
export type Mail = {
  /**
   * Hands the mail over. Throws MailRefused when the server will never take it, MailDeferred when it may take it later, anything else
   * when it did not answer, or refused us rather than the mail: another try may help.
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

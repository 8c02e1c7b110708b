/**
 * Rendered mail. `messageId` is derived from the mail's occasion, so a repeated transmission carries the same one
 * (docs/spec.md#one-occasion). `unsubscribeUrl`: one-click unsubscription (RFC 8058). `replyTo`: address for replies, if it is not the
 * sender. `files`: attachments.
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

/** Attachment of a mail; with `cid` a picture that the HTML shows by `cid:…`. */
export type MailFile = { name: string; type: string; content: string | Buffer; cid?: string }

/** The mail server refused this mail for good; `code` is its reply code, 500 to 599. */
export class MailRefused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`mail refused with ${code}`)
    this.code = code
  }
}

/** The mail server deferred this mail; `code` is its reply code, 400 to 499. */
export class MailDeferred extends Error {
  readonly code: number
  constructor(code: number) {
    super(`mail server did not take the mail (${code})`)
    this.code = code
  }
}

/** Port to a mail server. Adapter: smtpMail.ts. */
export type Mail = {
  /**
   * Sends a mail. Throws MailRefused if the server will never accept it, MailDeferred if it may accept it later, and any other error if it
   * did not respond or refused the sender rather than the mail: a retry may help.
   */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

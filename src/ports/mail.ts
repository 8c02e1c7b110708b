/** A rendered mail. `messageId` is made from the mail's occasion, so a repeated transmission carries the same one (decisions 7). */
export type OutgoingMail = { to: string; subject: string; html: string; text: string; messageId: string }

/** What the product asks of a mail server. Keeper: smtpMail.ts. */
export type Mail = {
  /** Hands the mail over; throws when the server did not accept it. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

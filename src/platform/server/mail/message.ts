import { z } from 'zod'
import { isEmail } from '#src/platform/kit/typed.ts'

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('heading'), text: z.string() }),
  // Label, value and an optional address that the value links to (tel:, mailto:).
  z.object({ kind: z.literal('facts'), rows: z.array(z.tuple([z.string(), z.string(), z.string().optional()])) }),
  // Code that the recipient types in.
  z.object({ kind: z.literal('code'), text: z.string() }),
  // The mail's main action; a mail has one at most.
  z.object({ kind: z.literal('button'), label: z.string(), href: z.url() }),
  // Secondary link, less prominent than the button.
  z.object({ kind: z.literal('link'), label: z.string(), href: z.url() }),
  // Small print with a link at its end.
  z.object({ kind: z.literal('smallPrint'), text: z.string(), label: z.string(), href: z.url() }),
])
export const message = z.object({
  to: z.string().refine(isEmail),
  occasion: z.string(),
  subject: z.string(),
  blocks: z.array(block),
  unsubscribeUrl: z.url().optional(),
  // Legal texts that the law requires on a durable medium (§ 312f Abs. 2 BGB), by name: attached in the version that is valid when the mail
  // is sent.
  enclosed: z.array(z.string()).optional(),
  /** Attached calendar file. */
  calendar: z.object({ name: z.string(), content: z.string(), method: z.enum(['PUBLISH', 'CANCEL']).default('PUBLISH') }).optional(),
  /** Recipient of replies, if it is not the sender. */
  replyTo: z.string().refine(isEmail).optional(),
  /** First line of the mail: the text above it is the reply. */
  answerLine: z.string().optional(),
})

/** Parts of a mail; one layout renders them as HTML and as text. */
export type MailBlock = z.infer<typeof block>
/** Label, value and an optional link of a facts block. */
export type MailRow = Extract<MailBlock, { kind: 'facts' }>['rows'][number]
/** Mail before it is rendered. One occasion, one mail: the Message-ID is made from it (docs/spec.md#one-occasion). */
export type MailMessage = z.infer<typeof message>

import { z } from 'zod'
import { isEmail } from '#src/platform/kit/typed.ts'

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('heading'), text: z.string() }),
  // Label, value and an optional address that the value links to (tel:, mailto:).
  z.object({ kind: z.literal('facts'), rows: z.array(z.tuple([z.string(), z.string(), z.string().optional()])) }),
  // A code to type in somewhere.
  z.object({ kind: z.literal('code'), text: z.string() }),
  // The one thing that the mail asks for; a mail has one at most.
  z.object({ kind: z.literal('button'), label: z.string(), href: z.url() }),
  // What else may be opened, quieter than the button.
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
  // Legal texts that the law requires on a durable medium (§ 312f Abs. 2 BGB), by name: files of the mail, as they stand when it is sent.
  enclosed: z.array(z.string()).optional(),
  /** A calendar file that the mail brings along. */
  calendar: z.object({ name: z.string(), content: z.string(), method: z.enum(['PUBLISH', 'CANCEL']).default('PUBLISH') }).optional(),
  /** Who gets the answer, if it is not the sender. */
  replyTo: z.string().refine(isEmail).optional(),
  /** A line above all else: an answer to the mail is what is written above it. */
  answerLine: z.string().optional(),
})

/** The parts a mail is made of; one layout renders them as HTML and as text. */
export type MailBlock = z.infer<typeof block>
/** Label, value and an optional link of a facts block. */
export type MailRow = Extract<MailBlock, { kind: 'facts' }>['rows'][number]
/** A mail before it is rendered. One occasion, one mail: the Message-ID is made from it (docs/spec.md#one-occasion). */
export type MailMessage = z.infer<typeof message>

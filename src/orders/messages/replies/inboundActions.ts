import { createHash, createHmac } from 'node:crypto'
import { readBounded } from '#src/foundation/files/readActions.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import { cleanValue } from '#src/platform/server/calls/incoming.ts'
import { areSame } from '#src/platform/server/secrets.ts'
import { type InboundMail, inboundMail, replyLimits, replyProblems } from './rules.ts'

export type Inbound = { headers: Headers; content: () => ReadableStream<Uint8Array> }

/**
 * Verifies and parses a delivered mail. Returns it with the digest of its body. The signature covers a timestamp and the digest, so that
 * an unauthenticated body is not read at all. Throws replyProblems.
 */
export async function readInbound(app: App, { headers, content }: Inbound): Promise<{ mail: InboundMail; digest: string }> {
  const digest = checkSignature(app, headers)
  const body = await readBounded(content(), replyLimits.bytes).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 413 ? replyProblems.tooLarge() : error
  })
  if (!areSame(createHash('sha256').update(body).digest('hex'), digest)) throw replyProblems.badSignature()
  const parsed = inboundMail.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) throw replyProblems.unreadable()
  return { mail: parsed.data, digest }
}

/** Verifies the signature and returns the digest from the headers. Throws replyProblems.badSignature. */
function checkSignature(app: App, headers: Headers) {
  const at = headers.get('x-mail-timestamp') ?? ''
  const digest = headers.get('x-mail-digest') ?? ''
  const ageSeconds = Math.abs(app.now().getTime() / 1000 - (/^\d{1,12}$/.test(at) ? Number(at) : 0))
  const { replies } = app.config
  if (!replies || ageSeconds > replyLimits.signatureSeconds) throw replyProblems.badSignature()
  const right = createHmac('sha256', replies.secret).update(`${at}.${digest}`).digest('hex')
  if (!areSame(headers.get('x-mail-signature') ?? '', right)) throw replyProblems.badSignature()
  return digest
}

function parseJson(text: string) {
  try {
    return cleanValue(JSON.parse(text))
  } catch {
    return undefined
  }
}

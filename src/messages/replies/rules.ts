import { z } from 'zod'
import { problemsOf } from '#src/kit/problems.ts'
import { messageTexts } from '../rules.ts'

/** The line above everything that an answered mail repeats: what a person wrote stands above it. */
export const replyLine = '–– Antworten Sie oberhalb dieser Zeile ––'

/** Limits of answers by mail (docs/spec.md#reply-by-mail). */
export const replyLimits = {
  /** How long an address takes answers. */
  days: 60,
  /** A mail with its files, as JSON. */
  bytes: 20 * 1024 * 1024,
  /** How old a signature may be, in seconds. */
  signatureSeconds: 300,
  /** How many of a mail's own addresses are looked at. */
  recipients: 20,
  /** How much of a mail is read for its text, in characters. */
  readText: 200_000,
  files: { perDay: 20, bytesPerDay: 200 * 1024 * 1024 },
} as const

export const replyProblems = problemsOf('replies', {
  badSignature: [400, 'Die Signatur stimmt nicht.'],
  unreadable: [422, 'Die E-Mail ist nicht lesbar.'],
  tooLarge: [413, 'Die E-Mail ist zu groß.'],
  empty: [422, `In Ihrer E-Mail stand kein Text oberhalb der Zeile „${replyLine}“.`],
  long: [422, `Ihr Text ist zu lang: ${messageTexts.long}.`],
})

/** A mail as the mail provider, or what stands before it, hands it over (docs/operations.md#answers-by-mail). */
export const inboundMail = z.object({
  /** The addresses that it was delivered to, as the envelope names them. */
  recipients: z.array(z.string()),
  /** The envelope's sender; empty for what machines send back. */
  returnPath: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string().default(''),
  html: z.string().default(''),
  /** `content` is Base64; `isInline` says that the text shows it. */
  files: z
    .array(
      z.object({ name: z.string().default(''), type: z.string().default(''), content: z.string(), isInline: z.boolean().default(false) }),
    )
    .default([]),
})
export type InboundMail = z.infer<typeof inboundMail>

// Mail programs may write an address in lower case, so its secret has no other letters.
const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** 20 random bytes as a secret of 32 letters. */
export function secretFrom(random: Uint8Array) {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('')
}

export const replyAddress = (secret: string, domain: string) => `t-${secret}@${domain}`

/** The secrets among the addresses of a mail, each once. */
export function secretsIn({ recipients }: InboundMail, domain: string) {
  const found = recipients.slice(0, replyLimits.recipients).flatMap((one) => {
    const [, secret, at] = /^<?t-([a-z2-7]{32})@([^>\s]{1,255})>?$/.exec(one.trim().toLowerCase()) ?? []
    return secret && at === domain.toLowerCase() ? [secret] : []
  })
  return [...new Set(found)]
}

export const headerOf = ({ headers }: InboundMail, name: string) =>
  headers
    .find((one) => one.name.toLowerCase() === name)
    ?.value.trim()
    .toLowerCase() ?? ''

/** Whether a machine wrote it: notes of absence, lists, mails that came back (RFC 3834). Nobody is to read or be told of these. */
export function isAutomatic(mail: InboundMail) {
  const submitted = headerOf(mail, 'auto-submitted')
  return (
    isNobody(mail.returnPath) ||
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    /^(bulk|list|junk|auto_reply)\b/.test(headerOf(mail, 'precedence')) ||
    ['x-autoreply', 'x-autorespond', 'list-id', 'x-failed-recipients'].some((name) => headerOf(mail, name) !== '') ||
    /^multipart\/report\b/.test(headerOf(mail, 'content-type'))
  )
}
const isNobody = (sender: string) => /^(<?>?|<?mailer-daemon(@.*)?)$/i.test(sender.trim())

/** What mail programs add by themselves, and small pictures of a signature: no message is without them. */
export const isDecoration = ({ type, content, isInline }: InboundMail['files'][number]) =>
  /^(application\/(x-)?pkcs7-signature|application\/pgp-(signature|keys)|text\/(x-)?vcard|application\/ms-tnef)\b/i.test(type) ||
  (isInline && content.length < smallPicture)
const smallPicture = 14_000

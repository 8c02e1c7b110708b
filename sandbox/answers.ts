import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { InboxMail } from './mailFile.ts'

/** URL to which replies are delivered, and the secret that signs them. */
export type Answering = { url: string; secret: string }

/** File attached to a reply, its content in Base64. */
export type AnsweredFile = { name: string; type: string; content: string }

type Header = { name: string; value: string }
type Answer = { recipients: string[]; returnPath: string; headers: Header[]; text: string; html: string; files: AnsweredFile[] }

/** Composes a reply as mail programs do, with the mail quoted below. */
export function composeAnswer(mail: InboxMail, { text, files }: { text: string; files: AnsweredFile[] }): Answer {
  const date = new Date()
  const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(date)
  const quoted = mail.text.split('\n').map((line) => `> ${line}`)
  return {
    recipients: [mail.replyTo],
    returnPath: mail.to,
    headers: [
      { name: 'From', value: mail.to },
      { name: 'To', value: mail.replyTo },
      { name: 'Subject', value: `Re: ${mail.subject}` },
      { name: 'Date', value: date.toUTCString() },
      { name: 'Message-ID', value: `<${randomUUID()}@posteingang.example>` },
      { name: 'In-Reply-To', value: mail.messageId },
    ],
    text: [text, '', `Am ${day} schrieb ${mail.from}:`, '', ...quoted].join('\n'),
    html: '',
    files,
  }
}

/** Delivers a reply; returns whether the product accepted it. */
export async function deliverAnswer(answer: Answer, { url, secret }: Answering): Promise<boolean> {
  const body = JSON.stringify(answer)
  const headers = { 'content-type': 'application/json', ...signMail(body, { secret, now: new Date() }) }
  return fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) }).then(
    (taken) => taken.ok,
    () => false,
  )
}

/** Headers of a delivery with the signature of its body (docs/operations.md#answers-by-mail). */
export function signMail(body: string, { secret, now }: { secret: string; now: Date }): Record<string, string> {
  const at = String(Math.floor(now.getTime() / 1000))
  const digest = createHash('sha256').update(body).digest('hex')
  const signature = createHmac('sha256', secret).update(`${at}.${digest}`).digest('hex')
  return { 'x-mail-timestamp': at, 'x-mail-digest': digest, 'x-mail-signature': signature }
}

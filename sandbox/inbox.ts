import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { type Answered, type Asked, json, listen } from './http.ts'
import { listPage, mailFrame, mailPage, missingMailPage } from './inboxView.ts'
import { type InboxMail, newestMark, openMailFile } from './mailFile.ts'

export type Inbox = { smtpUrl: string; pageUrl: string; mails: () => InboxMail[]; clear: () => void; close: () => Promise<void> }

const longestMailBytes = 25_000_000

/** A mail server that delivers nowhere, and a page that shows what came in; both on 127.0.0.1, port 0 takes a free one. `mails()` is newest first. */
export async function openInbox(options: { smtpPort: number; pagePort: number; stateFile?: string }): Promise<Inbox> {
  const file = openMailFile(options.stateFile)
  let mails = file.mails
  let refusals = { times: 0, code: 451 }

  const receive = async (raw: Buffer, envelopeTo: string[]) => {
    const mail = toInboxMail(await PostalMime.parse(raw), envelopeTo)
    file.append(mail)
    mails.push(mail)
  }
  const clear = () => {
    mails = []
    file.clear()
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    size: longestMailBytes,
    onData: (stream, session, done) => {
      const isRefused = refusals.times > 0
      if (isRefused) refusals = { ...refusals, times: refusals.times - 1 }
      const envelopeTo = session.envelope.rcptTo.map((one) => one.address)
      readAll(stream)
        .then((raw) => (isRefused ? Promise.reject(refusal(refusals.code)) : receive(raw, envelopeTo)))
        .then(
          () => done(),
          (error: Error) => done(error),
        )
    },
  })
  smtp.on('error', (error) => console.error(error.message))
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject)
    smtp.listen(options.smtpPort, '127.0.0.1', resolve)
  })
  const newestFirst = () => mails.toReversed()
  const refuse = (next: typeof refusals) => {
    refusals = next
  }
  const page = await listen(options.pagePort, async (asked) => answer(asked, { newestFirst, clear, refuse }))
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address(), options.smtpPort)}`,
    pageUrl: `http://127.0.0.1:${page.port}`,
    mails: newestFirst,
    clear,
    close: async () => {
      await page.close()
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
}

function toInboxMail(parsed: Email, envelopeTo: string[]): InboxMail {
  const addresses = (parsed.to ?? []).flatMap((one) => one.address ?? [])
  return {
    id: randomUUID(),
    to: (addresses.length > 0 ? addresses : envelopeTo).join(', '),
    from: parsed.from?.address ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: inlinePictures(parsed),
    at: new Date().toISOString(),
    messageId: parsed.messageId ?? '',
    headers: parsed.headerLines.map((one) => one.line).join('\n'),
    attachments: parsed.attachments.map((one) => ({
      filename: one.filename ?? 'ohne Namen',
      mimeType: one.mimeType,
      bytes: bytesOf(one.content).length,
    })),
  }
}

/** Pictures that travel inside the mail become data addresses, so that the page can show them. */
function inlinePictures(parsed: Email): string {
  return parsed.attachments.reduce((markup, one) => {
    const id = one.contentId?.replace(/^<|>$/g, '')
    return id ? markup.replaceAll(`cid:${id}`, `data:${one.mimeType};base64,${bytesOf(one.content).toString('base64')}`) : markup
  }, parsed.html ?? '')
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  if (stream.sizeExceeded) throw Object.assign(new Error('Message too large'), { responseCode: 552 })
  return Buffer.concat(parts)
}

function refusal(code: number): Error {
  return Object.assign(new Error('Temporarily refused for a test'), { responseCode: code })
}

function portOf(address: ReturnType<SMTPServer['server']['address']>, otherwise: number): number {
  return typeof address === 'object' && address ? address.port : otherwise
}

type Desk = { newestFirst: () => InboxMail[]; clear: () => void; refuse: (next: { times: number; code: number }) => void }

async function answer(asked: Asked, desk: Desk): Promise<Answered> {
  const query = new URLSearchParams(asked.query)
  const mails = desk.newestFirst()
  if (asked.path === '/healthz') return json(200, { status: 'ok' })
  if (asked.path === '/mails.json' && asked.method === 'DELETE') {
    desk.clear()
    return json(200, { cleared: true })
  }
  if (asked.path === '/mails.json') {
    const wanted = query.get('to')?.toLowerCase()
    return json(
      200,
      mails.filter((mail) => !wanted || mail.to.toLowerCase().split(', ').includes(wanted)),
    )
  }
  if (asked.path === '/__control/refuse' && asked.method === 'POST') {
    const { times = 1, code = 451 } = asked.body ? JSON.parse(asked.body) : {}
    desk.refuse({ times: Number(times), code: Number(code) })
    return json(200, { times: Number(times), code: Number(code) })
  }
  if (asked.path === '/clear' && asked.method === 'POST') {
    desk.clear()
    return { status: 303, headers: { location: '/' }, body: '' }
  }
  return answerPages(asked.path, mails)
}

function answerPages(path: string, mails: InboxMail[]): Answered {
  if (path === '/') return listPage(mails)
  if (path === '/newest')
    return { status: 200, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' }, body: newestMark(mails) }
  const [, id, kind] = /^\/mails\/([0-9a-f-]{36})(\/html)?$/.exec(path) ?? []
  const mail = mails.find((one) => one.id === id)
  if (!mail) return missingMailPage(path)
  return kind ? mailFrame(mail) : mailPage(mail)
}

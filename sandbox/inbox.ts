import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { type AnsweredFile, type Answering, composeAnswer, deliverAnswer } from './answers.ts'
import { type IncomingRequest, json, listen, type OutgoingResponse } from './http.ts'
import { listPage, mailFrame, mailPage, missingMailPage } from './inboxView.ts'
import { type InboxMail, listState, openMailFile } from './mailFile.ts'

export type Inbox = { smtpUrl: string; pageUrl: string; mails: () => InboxMail[]; clear: () => void; close: () => Promise<void> }

const longestMailBytes = 25_000_000

type Refusals = { times: number; code: number }
type Desk = {
  newestFirst: () => InboxMail[]
  clear: () => void
  receive: (mail: InboxMail) => void
  refusals: Refusals
  answering: Answering | undefined
}

/**
 * Starts a mail server that delivers nothing, and a page that shows the received mails; both on 127.0.0.1, port 0 takes a free one.
 * `mails()` is newest first.
 */
export async function openInbox(options: {
  smtpPort: number
  pagePort: number
  stateFile?: string
  answering?: Answering
}): Promise<Inbox> {
  const desk = openDesk(options)
  const smtp = await startSmtp(options.smtpPort, desk)
  const page = await listen(options.pagePort, async (incoming) => answer(incoming, desk), longestAnswerBytes)
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address(), options.smtpPort)}`,
    pageUrl: `http://127.0.0.1:${page.port}`,
    mails: desk.newestFirst,
    clear: desk.clear,
    close: async () => {
      await page.close()
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
}

function openDesk({ stateFile, answering }: { stateFile?: string; answering?: Answering }): Desk {
  const file = openMailFile(stateFile)
  let mails = file.mails
  return {
    newestFirst: () => mails.toReversed(),
    clear: () => {
      mails = []
      file.clear()
    },
    receive: (mail) => {
      file.append(mail)
      mails.push(mail)
    },
    refusals: { times: 0, code: 451 },
    answering,
  }
}

async function startSmtp(port: number, desk: Desk): Promise<SMTPServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    size: longestMailBytes,
    onData: (stream, session, done) => {
      const envelopeTo = session.envelope.rcptTo.map((one) => one.address)
      takeMail(stream, envelopeTo, desk).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  smtp.on('error', (error) => console.error(error.message))
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject)
    smtp.listen(port, '127.0.0.1', resolve)
  })
  return smtp
}

async function takeMail(stream: SMTPServerDataStream, envelopeTo: string[], desk: Desk) {
  const raw = await readAll(stream)
  if (desk.refusals.times > 0) {
    desk.refusals.times -= 1
    throw Object.assign(new Error('Temporarily refused for a test'), { responseCode: desk.refusals.code })
  }
  desk.receive(toInboxMail(await PostalMime.parse(raw), envelopeTo))
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
    replyTo: parsed.replyTo?.[0]?.address ?? '',
    headers: parsed.headerLines.map((one) => one.line).join('\n'),
    attachments: parsed.attachments.map((one) => ({
      filename: one.filename ?? 'ohne Namen',
      mimeType: one.mimeType,
      bytes: bytesOf(one.content).length,
      ...(one.mimeType.startsWith('text/') ? { text: Buffer.from(bytesOf(one.content)).toString('utf8') } : {}),
    })),
  }
}

/** Converts the mail's embedded pictures to data URLs, so that the page can show them. */
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

function portOf(address: ReturnType<SMTPServer['server']['address']>, otherwise: number): number {
  return typeof address === 'object' && address ? address.port : otherwise
}

async function answer(incoming: IncomingRequest, desk: Desk): Promise<OutgoingResponse> {
  const query = new URLSearchParams(incoming.query)
  const mails = desk.newestFirst()
  if (incoming.path === '/healthz') return json(200, { status: 'ok' })
  if (incoming.path === '/mails.json' && incoming.method === 'DELETE') {
    desk.clear()
    return json(200, { cleared: true })
  }
  if (incoming.path === '/mails.json') {
    const wanted = query.get('to')?.toLowerCase()
    const known = mails.findIndex(({ id }) => id === query.get('after'))
    return json(
      200,
      mails.slice(0, known < 0 ? undefined : known).filter((mail) => !wanted || mail.to.toLowerCase().split(', ').includes(wanted)),
    )
  }
  if (incoming.path === '/__control/refuse' && incoming.method === 'POST') {
    const { times = 1, code = 451 } = incoming.body ? JSON.parse(incoming.body) : {}
    Object.assign(desk.refusals, { times: Number(times), code: Number(code) })
    return json(200, desk.refusals)
  }
  if (incoming.path === '/clear' && incoming.method === 'POST') {
    desk.clear()
    return { status: 303, headers: { location: '/' }, body: '' }
  }
  if (incoming.method === 'POST') return sendAnswer(incoming, { mails, answering: desk.answering })
  return answerPages(incoming, { mails, mayAnswer: desk.answering !== undefined })
}

/** Sends the text of the form under a mail to the product as a reply, as the mail provider would deliver it. */
async function sendAnswer(
  { path, bytes, headers }: IncomingRequest,
  { mails, answering }: { mails: InboxMail[]; answering: Answering | undefined },
): Promise<OutgoingResponse> {
  const mail = mails.find(({ id }) => path === `/mails/${id}/answer`)
  if (!mail?.replyTo || !answering) return missingMailPage(path)
  const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()
  const files = await Promise.all(form.getAll('files').flatMap((one) => (typeof one !== 'string' && one.size > 0 ? [fileOf(one)] : [])))
  const isTaken = await deliverAnswer(composeAnswer(mail, { text: String(form.get('text') ?? ''), files }), answering)
  return { status: 303, headers: { location: `/mails/${mail.id}?answered=${isTaken ? 'yes' : 'no'}` }, body: '' }
}

/** Includes the files, which the product limits itself. */
const longestAnswerBytes = 30_000_000

const fileOf = async (file: File): Promise<AnsweredFile> => ({
  name: file.name,
  type: file.type,
  content: Buffer.from(await file.arrayBuffer()).toString('base64'),
})

function answerPages({ path, query }: IncomingRequest, { mails, mayAnswer }: { mails: InboxMail[]; mayAnswer: boolean }): OutgoingResponse {
  if (path === '/') return listPage(mails)
  if (path === '/newest')
    return { status: 200, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' }, body: listState(mails) }
  const [, id, kind] = /^\/mails\/([0-9a-f-]{36})(\/html)?$/.exec(path) ?? []
  const mail = mails.find((one) => one.id === id)
  if (!mail) return missingMailPage(path)
  return kind ? mailFrame(mail) : mailPage(mail, { mayAnswer, answered: new URLSearchParams(query).get('answered') })
}

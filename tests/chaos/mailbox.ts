import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Rng } from '../rng.ts'

/** Prefix of the addresses whose mailed links are followed. */
export const regular = 'serie'

/** Stored headers of a mail. */
export type StoredMail = { messageId: string; to: string; subject: string }

/**
 * Mail server that stores the headers of every accepted mail. During the run it sometimes refuses, and sometimes accepts a mail but
 * disconnects before the reply: then the same mail comes again.
 */
export async function openMailbox({ port, rng, operatorAddress }: { port: number; rng: Rng; operatorAddress: string }) {
  const storedMails: StoredMail[] = []
  const injected = { refusedMail: 0, lostMailAnswer: 0 }
  let injectsFaults = false
  let newestCode: string | undefined
  /** Newest token of a link, by address and page. */
  const secrets = new Map<string, string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      // A sender that was killed in the middle of a mail sends it again.
      receive(stream).then(done, done)
    },
  })

  /** Returns undefined if the mail was accepted and the sender gets the reply. */
  async function receive(stream: AsyncIterable<Buffer>) {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part)
    if (injectsFaults && rng.hits(0.1)) {
      injected.refusedMail += 1
      return Object.assign(new Error('try again later'), { responseCode: 451 })
    }
    await storeMail(Buffer.concat(parts))
    if (!injectsFaults || !rng.hits(0.05)) return undefined
    injected.lostMailAnswer += 1
    return Object.assign(new Error('service not available, closing'), { responseCode: 421 })
  }

  async function storeMail(raw: Buffer) {
    const head = raw
      .subarray(0, raw.indexOf('\r\n\r\n'))
      .toString('utf8')
      .replaceAll(/\r\n\s+/g, ' ')
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
    const to = field('to')
    storedMails.push({ messageId: field('message-id'), to, subject: field('subject') })
    if (!to.includes(operatorAddress) && !to.startsWith(regular)) return
    const text = (await PostalMime.parse(raw)).text ?? ''
    if (to.includes(operatorAddress)) newestCode = /\b\d{6}\b/.exec(text)?.[0] ?? newestCode
    for (const [, page, secret = ''] of text.matchAll(/\/(serie|buchung)\?token=([\w-]{43})/g)) secrets.set(`${to} ${page}`, secret)
  }
  server.on('error', () => {})
  await new Promise<void>((ready, fail) => {
    server.server.once('error', fail)
    server.listen(port, '127.0.0.1', ready)
  })
  return {
    storedMails,
    injected,
    /** Six digits of the newest mail to `operatorAddress`. */
    code: () => newestCode,
    /** Newest mailed token of a regular customer for a page. */
    secretOf: (email: string, page: 'serie' | 'buchung') => secrets.get(`${email} ${page}`),
    setFaults: (isOn: boolean) => {
      injectsFaults = isOn
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

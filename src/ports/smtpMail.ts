import { openBreaker } from '#src/kit/breaker.ts'
import { type Mail, MailDeferred, MailRefused } from './mail.ts'

/**
 * Hands mails to an SMTP server, `url` as in smtp://user:password@host:587; `needsTls` refuses servers without STARTTLS. A refused mail
 * throws; the queue tries again.
 */
export function smtpMail({ url, from, name, needsTls = false }: { url: string; from: string; name: string; needsTls?: boolean }): Mail {
  let opened: ReturnType<typeof openTransport> | undefined
  const breaker = openBreaker({ mostFailures: 5, pauseMs: 30_000, now: () => performance.now() })
  return {
    send: async ({ to, subject, html, text, messageId, unsubscribeUrl, replyTo, files }) => {
      // RFC 3834: notes of absence do not answer what a machine sent.
      const headers = { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl ? wayOut(unsubscribeUrl) : {}) }
      // As an object: a text would be read as a list of addresses.
      const answer = replyTo ? { replyTo: { name: '', address: replyTo } } : {}
      const people = { from: { name, address: from }, to: { name: '', address: to }, ...answer }
      // The library's other encoding goes through every byte by itself and takes longer than all else about a mail.
      const attachments = files.map(({ name, type, content, cid }) => ({
        filename: name,
        contentType: type,
        content,
        ...(cid ? { cid } : {}),
      }))
      if (!breaker.mayCall()) throw new Error('mail server not asked: it did not answer several times in a row')
      opened ??= openTransport(url, needsTls)
      const transport = await opened
      try {
        await transport.sendMail({ ...people, subject, html, text, textEncoding: 'base64', messageId, headers, attachments }).catch(refuse)
        breaker.succeed()
      } catch (error) {
        if (error instanceof MailRefused || error instanceof MailDeferred) breaker.succeed()
        else breaker.fail()
        throw error
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** A server that works answers within a second; its checks of a mail take some more. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 }

/** The library comes with the first mail. */
async function openTransport(url: string, requireTLS: boolean) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, requireTLS, pool: true, maxConnections: 4, ...timeouts })
}

/** RFC 2369 and RFC 8058: the address may not be folded, or some mail programs do not find it. */
const wayOut = (address: string) => ({
  'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${address}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Only an answer to the recipient or to the content says something about the mail: a refused password or sender is ours to mend, and no
 * mail may be lost by it. Errors of nodemailer quote the address, so only the answer's code goes further.
 */
function refuse(error: unknown): never {
  const { code, command, responseCode } = partsOf(error)
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutMail && responseCode >= 500) throw new MailRefused(responseCode)
  if (isAboutMail && responseCode >= 400) throw new MailDeferred(responseCode)
  // An address that cannot be written into an envelope, as if the server had said so.
  if (code === 'EENVELOPE' && command === 'API') throw new MailRefused(553)
  throw new Error(`mail server did not take the mail (${responseCode || code || 'no answer'})`)
}

function partsOf(error: unknown) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const { code, command, responseCode } = Object(error)
  return { code: text(code), command: text(command), responseCode: Number(responseCode) || 0 }
}

import { openBreaker } from '#src/platform/kit/breaker.ts'
import { type Mail, MailDeferred, MailRefused } from './mail.ts'

/**
 * Sends mails by an SMTP server, `url` as in smtp://user:password@host:587; `needsTls` refuses servers without STARTTLS. After several
 * failures in a row a circuit breaker pauses all calls. Errors as in mail.ts.
 */
export function smtpMail({ url, from, name, needsTls = false }: { url: string; from: string; name: string; needsTls?: boolean }): Mail {
  let opened: ReturnType<typeof openTransport> | undefined
  const breaker = openBreaker({ mostFailures: 5, pauseMs: 30_000, now: () => performance.now() })
  return {
    send: async ({ to, subject, html, text, messageId, unsubscribeUrl, replyTo, files }) => {
      // RFC 3834: prevents automatic replies such as absence notes.
      const headers = { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl ? wayOut(unsubscribeUrl) : {}) }
      // As an object: a text would be parsed as a list of addresses.
      const answer = replyTo ? { replyTo: { name: '', address: replyTo } } : {}
      const people = { from: { name, address: from }, to: { name: '', address: to }, ...answer }
      // Base64 texts: the library's quoted-printable encoder works byte by byte and takes longer than everything else about a mail.
      const attachments = files.map(({ name, type, content, cid }) => ({
        filename: name,
        contentType: type,
        content,
        ...(cid ? { cid } : {}),
      }))
      if (!breaker.mayCall()) throw new Error('mail server not called: several calls in a row failed')
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

/**
 * Connects to a mail server, says hello and authenticates, and sends nothing. Throws its reply code, or the reason of the connection's
 * failure.
 */
export async function checkSmtp({ url, needsTls }: { url: string; needsTls: boolean }) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, requireTLS: needsTls, ...timeouts })
  try {
    await transport.verify()
  } catch (error) {
    const { code, responseCode } = partsOf(error)
    throw new Error(`${code || 'no answer'}${responseCode ? ` ${responseCode}` : ''}`, { cause: error })
  } finally {
    transport.close()
  }
}

/** A healthy server responds within a second; its checks of a mail take some more. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 }

/** Loads the library with the first mail. */
async function openTransport(url: string, requireTLS: boolean) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, requireTLS, pool: true, maxConnections: 4, ...timeouts })
}

/** Unsubscribe headers (RFC 2369, RFC 8058): the URL must not be folded, or some mail programs do not find it. */
const wayOut = (address: string) => ({
  'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${address}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/**
 * Maps an error. Only a reply to RCPT TO or DATA concerns the mail itself: a refused password or sender is a configuration error, which
 * must not lose mails. Errors of nodemailer quote the address, so only the reply code is passed on.
 */
function refuse(error: unknown): never {
  const { code, command, responseCode } = partsOf(error)
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutMail && responseCode >= 500) throw new MailRefused(responseCode)
  if (isAboutMail && responseCode >= 400) throw new MailDeferred(responseCode)
  // An address that cannot be written into an envelope counts as refused by the server.
  if (code === 'EENVELOPE' && command === 'API') throw new MailRefused(553)
  throw new Error(`mail server did not take the mail (${responseCode || code || 'no answer'})`)
}

function partsOf(error: unknown) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const { code, command, responseCode } = Object(error)
  return { code: text(code), command: text(command), responseCode: Number(responseCode) || 0 }
}

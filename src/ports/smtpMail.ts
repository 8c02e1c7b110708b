import { createTransport } from 'nodemailer'
import { type Mail, MailRefused } from './mail.ts'

/** Hands mails to an SMTP server, `url` as in smtp://user:password@host:587. A refused mail throws; the queue tries again. */
export function smtpMail({ url, from, name }: { url: string; from: string; name: string }): Mail {
  const transport = createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 10_000, socketTimeout: 20_000 })
  return {
    send: async ({ to, subject, html, text, messageId }) => {
      await transport.sendMail({ from: { name, address: from }, to, subject, html, text, messageId }).catch(refuseForGood)
    },
    close: () => transport.close(),
  }
}

/** Errors of nodemailer quote the address, so only the answer's code goes further. */
function refuseForGood(error: unknown): never {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  if (code >= 500) throw new MailRefused(code)
  throw new Error(`mail server did not take the mail (${code || (error instanceof Error ? error.name : 'no answer')})`)
}

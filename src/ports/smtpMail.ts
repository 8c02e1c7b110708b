import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

/** Hands mails to an SMTP server, `url` as in smtp://user:password@host:587. A refused mail throws; the queue tries again. */
export function smtpMail({ url, from, name }: { url: string; from: string; name: string }): Mail {
  const transport = createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 10_000, socketTimeout: 20_000 })
  return {
    send: async ({ to, subject, html, text, messageId }) => {
      await transport.sendMail({ from: { name, address: from }, to, subject, html, text, messageId })
    },
    close: () => transport.close(),
  }
}

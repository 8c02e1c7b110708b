import { createHash, randomBytes } from 'node:crypto'
import { makeCompany } from './factories.ts'
import type { TestApp } from './testApp.ts'

export const letter = { subject: 'Neue Funktionen im Dashboard', message: 'Erster Absatz,\nzweite Zeile.\n\nZweiter Absatz mit Grüßen.' }

/** Helpers for tests of mailings: a signed-in operator, companies, sending until no recipient is due, the mails of the inbox. */
export function openMailingFixtures({ app, inbox, newVisitor, runJobs }: TestApp) {
  /** In the state after password and code. */
  async function signInAdmin() {
    const token = randomBytes(32).toString('base64url')
    const tokenHash = createHash('sha256').update(token).digest('base64url')
    const now = app.now()
    const expiresAt = new Date(now.getTime() + 7_200_000)
    await app.db.insertInto('adminSessions').values({ tokenHash, state: 'authenticated', createdAt: now, expiresAt }).execute()
    const admin = newVisitor()
    admin.cookies.set('admin', token)
    return admin
  }

  /** Companies 'Betrieb 01' …, each with its own address. */
  async function companies(count: number, fields: object = {}) {
    const made = []
    for (let one = 1; one <= count; one++) {
      const number = String(one).padStart(2, '0')
      const own = { companyName: `Betrieb ${number}`, contactPerson: `Frau ${number}`, email: `betrieb${number}@anbieter.example` }
      made.push(await makeCompany(app, { ...own, ...fields }))
    }
    return made
  }

  /** Makes the mail server refuse the next mails, to any recipient. */
  const refuse = (code: number, times = 1) =>
    fetch(`${inbox.pageUrl}/__control/refuse`, { method: 'POST', body: JSON.stringify({ code, times }) })

  /** Runs the jobs until no recipient of the mailing is due. */
  async function sendAll(mailingId: string) {
    for (let round = 0; round < 50; round++) {
      await runJobs()
      const { status } = await app.db.selectFrom('mailings').select('status').where('id', '=', mailingId).executeTakeFirstOrThrow()
      if (status !== 'running') return
      await new Promise((next) => setTimeout(next, 10))
    }
    throw new Error('the mailing goes on and on')
  }

  const recipients = (mailingId: string) =>
    app.db.selectFrom('mailingRecipients').selectAll().where('mailingId', '=', mailingId).orderBy('position').execute()

  return { signInAdmin, companies, refuse, sendAll, recipients }
}

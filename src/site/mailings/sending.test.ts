import { beforeEach, expect, test } from 'vitest'
import { smtpMail } from '#src/platform/ports/smtpMail.ts'
import type { App } from '#src/platform/server/app.ts'
import { letter, openMailingFixtures } from '../../../tests/mailingFixtures.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'
import { claimMailing, findUnleased } from './recipientStore.ts'
import { mailingLimits, nextOf } from './rules.ts'
import { sendMailing, watchMailings } from './sendActions.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, inbox, clock } = testApp
const { signInAdmin, companies, refuse, recipients } = openMailingFixtures(testApp)
let admin: Visitor
beforeEach(async () => {
  admin = await signInAdmin()
})

const start = async () => (await admin.call('admin-start-mailing', letter)).body.mailing_id as string
const progress = async () => (await admin.call('admin-mailing', {})).body.mailing
/** Sends until no recipient is due: a slow machine needs more than one job. */
async function sendDue(sender: App, mailingId: string) {
  do await sendMailing(sender, mailingId)
  while (await findUnleased(app.db, new Date(app.now().getTime() + mailingLimits.pauseMs)))
}
const later = (seconds: number) => clock.moveTo(new Date(app.now().getTime() + seconds * 1_000))
const messageIds = () => inbox.mails().map(({ messageId }) => messageId)

test('a second lies between two mails', async () => {
  await companies(3)
  const mailingId = await start()
  while ((await progress()).status === 'running') await sendMailing(app, mailingId)
  const at = inbox.mails().map((mail) => new Date(mail.at).getTime())
  expect([at.length, (at[0] ?? 0) - (at[1] ?? 0) >= 950, (at[1] ?? 0) - (at[2] ?? 0) >= 950]).toEqual([3, true, true])
  expect(await progress()).toMatchObject({ status: 'finished', sent: 3 })
})

test("'later' is tried again after a minute, five and fifteen with the same Message-ID, the others go on meanwhile", async () => {
  await companies(2)
  const mailingId = await start()
  await refuse(451)
  await sendDue(app, mailingId)
  expect(inbox.mails().map(({ to }) => to)).toEqual(['betrieb02@anbieter.example'])
  const [put] = await recipients(mailingId)
  expect(put).toMatchObject({ status: 'waiting', attempts: 1, deferrals: 1 })
  expect(await progress()).toMatchObject({ status: 'running', waiting: 1, current: null, waits_until: put?.nextTryAt?.toISOString() })
  expect(await findUnleased(app.db, app.now())).toBeUndefined()
  for (const seconds of mailingLimits.retrySeconds.slice(0, 2)) {
    later(seconds)
    await refuse(451)
    await sendDue(app, mailingId)
  }
  expect(inbox.mails().length).toBe(1)
  later(800)
  await sendDue(app, mailingId)
  expect(inbox.mails().length).toBe(1)
  later(100)
  expect(await findUnleased(app.db, app.now())).toEqual({ id: mailingId })
  await sendDue(app, mailingId)
  expect(messageIds()[0]).toBe(put?.messageId)
  expect(await progress()).toMatchObject({ status: 'finished', sent: 2, failed: 0 })
})

test("a mail that is refused with 'later' four times has failed", async () => {
  await companies(1)
  const mailingId = await start()
  await refuse(451, 4)
  for (const seconds of [0, ...mailingLimits.retrySeconds]) {
    later(seconds)
    await sendDue(app, mailingId)
  }
  const { rows } = (await admin.call('admin-list-mailing-results', { mailingId })).body
  expect(rows[0]).toMatchObject({
    success: false,
    attempts: 4,
    error: 'E-Mail-Versendung fehlgeschlagen: Der Mailserver hat die E-Mail mehrmals nicht angenommen (451)',
  })
  expect(await progress()).toMatchObject({ status: 'finished', failed: 1 })
})

test('a mail server that does not answer loses no mail: the mailing waits and continues', async () => {
  await companies(2)
  const mailingId = await start()
  const dead = withMail(smtpMail({ url: 'smtp://127.0.0.1:1', from: app.config.mailFrom, name: 'x' }))
  await sendMailing(dead, mailingId)
  expect(await progress()).toMatchObject({ status: 'running', waiting: 2, is_unreachable: true })
  expect((await recipients(mailingId)).map(({ attempts, deferrals }) => [attempts, deferrals])).toEqual([
    [1, 0],
    [0, 0],
  ])
  later(14)
  await sendMailing(dead, mailingId)
  later(60)
  await sendDue(app, mailingId)
  expect(await progress()).toMatchObject({ status: 'finished', sent: 2, failed: 0, is_unreachable: false })
  expect(inbox.mails().length).toBe(2)
})

test('a connection that breaks after the mail was taken repeats it with the same Message-ID', async () => {
  await companies(1)
  const mailingId = await start()
  let isFirst = true
  const breaking = withMail({
    ...app.mail,
    send: async (mail) => {
      await app.mail.send(mail)
      if (!isFirst) return
      isFirst = false
      throw new Error('connection lost')
    },
  })
  await sendMailing(breaking, mailingId)
  later(16)
  await sendMailing(breaking, mailingId)
  expect(inbox.mails().length).toBe(2)
  expect(new Set(messageIds()).size).toBe(1)
  expect(await progress()).toMatchObject({ status: 'finished', sent: 1 })
})

test('two servers at once: one sends, the other leaves it alone', async () => {
  await companies(3)
  const mailingId = await start()
  const secondServer = await testApp.openSecondServer()
  while ((await progress()).status === 'running')
    await Promise.all([app, secondServer.app, app, secondServer.app].map((one) => sendMailing(one, mailingId)))
  expect(new Set(messageIds()).size).toBe(3)
  expect(inbox.mails().length).toBe(3)
  expect((await recipients(mailingId)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
})

test('a sender that died keeps the mailing for some seconds, then another one takes over', async () => {
  await companies(1)
  const mailingId = await start()
  const until = new Date(app.now().getTime() + mailingLimits.leaseSeconds * 1_000)
  await claimMailing(app.db, { mailingId, lease: '0'.repeat(32), now: app.now(), until })
  await sendMailing(app, mailingId)
  await watchMailings(app)
  expect(inbox.mails()).toEqual([])
  later(mailingLimits.leaseSeconds)
  await watchMailings(app)
  await testApp.runJobs()
  expect(inbox.mails().length).toBe(1)
  expect(await progress()).toMatchObject({ status: 'finished', sent: 1 })
})

test('a sender that lost the lease begins no further mail', async () => {
  await companies(2)
  const mailingId = await start()
  const slow = withMail({
    ...app.mail,
    send: async (mail) => {
      await app.mail.send(mail)
      await app.db
        .updateTable('mailings')
        .set({ lease: '0'.repeat(32) })
        .where('id', '=', mailingId)
        .execute()
    },
  })
  await sendMailing(slow, mailingId)
  expect((await recipients(mailingId)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['sent', 1],
    ['waiting', 0],
  ])
})

test('the state after a transmission', () => {
  const first = { attempts: 1, deferrals: 0 }
  expect(nextOf({ kind: 'sent' }, first, 1)).toEqual({ status: 'sent' })
  expect(nextOf({ kind: 'refused', smtpCode: 552 }, first, 1)).toEqual({ status: 'failed', errorCode: 'refused', smtpCode: 552 })
  expect(nextOf({ kind: 'deferred', smtpCode: 421 }, first, 1)).toEqual({ status: 'waiting', afterMs: 60_000, isDeferral: true })
  expect(nextOf({ kind: 'deferred', smtpCode: 421 }, { attempts: 3, deferrals: 2 }, 10)).toMatchObject({ afterMs: 90_000 })
  expect(nextOf({ kind: 'unreachable' }, first, 1)).toEqual({ status: 'waiting', afterMs: 15_000, isDeferral: false })
  expect(nextOf({ kind: 'unreachable' }, { attempts: 19, deferrals: 0 }, 1)).toMatchObject({ afterMs: 60_000 })
  expect(nextOf({ kind: 'unreachable' }, { attempts: 20, deferrals: 0 }, 1)).toEqual({
    status: 'failed',
    errorCode: 'unreachable',
    smtpCode: null,
  })
})

const withMail = (mail: App['mail']): App => ({ ...app, mail })

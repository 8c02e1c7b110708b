import { adminLimits } from '#src/foundation/accounts/operator/signInRules.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import type { Rng } from '../../../tests/rng.ts'
import type { Browser } from './browser.ts'
import { people } from './companies.ts'
import type { DemoApp } from './demoApp.ts'

/** Actions of the operator in the history, signed in with both steps. */
export function openOperator(demoApp: DemoApp, rng: Rng) {
  const { app, control } = demoApp

  /** Creates the session that password and code would give. */
  async function enter(): Promise<Browser> {
    const own = demoApp.browser()
    const token = newToken(app)
    const createdAt = app.now()
    const expiresAt = new Date(createdAt.getTime() + adminLimits.sessionMs)
    await app.db
      .insertInto('adminSessions')
      .values({ tokenHash: hashToken(token), state: 'authenticated', createdAt, confirmedAt: createdAt, expiresAt })
      .execute()
    own.cookies.set('admin', token)
    return own
  }

  /** Downloads the newest bank files, and marks older ones as executed. */
  async function goToBank({ downloads, executes }: { downloads: boolean; executes: boolean }) {
    const own = await enter()
    const files = await app.db.selectFrom('sepaFiles').selectAll().where('executedAt', 'is', null).orderBy('id').execute()
    for (const file of files) {
      if (file.downloadedAt && executes) {
        await control('bankPayout', { amount: file.totalCents, days: 0 })
        await own.call('admin-mark-sepa-file', { id: file.id, as: 'executed' })
      } else if (!file.downloadedAt && downloads) {
        const answer = await own.request(`/functions/v1/sepa-file.xml?id=${file.id}`)
        if (answer.status !== 200) throw new Error(`sepa-file.xml: ${answer.status}`)
        await answer.arrayBuffer()
      }
    }
  }

  /** The bank sends one transfer of the last files back. */
  async function returnPayout() {
    const payout = await app.db
      .selectFrom('payouts')
      .select('id')
      .where('rail', '=', 'sepa')
      .where('status', '=', 'completed')
      .where('nettedCents', '=', 0)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (payout) await (await enter()).call('admin-mark-payout-returned', { payoutId: payout.id, reason: 'Konto erloschen' })
  }

  /** The operator has checked a company's documents. */
  async function verify(companyId: string) {
    const own = await enter()
    const answer = await own.call('admin-read-provider', { companyId })
    const { id: _id, updated_at: knownAt, ...fields } = answer
    await own.call('admin-update-company', { ...fields, companyId, knownAt, verified: true })
  }

  /** Letters are answered, all but the newest. */
  async function fileMessages() {
    const own = await enter()
    const open = await app.db.selectFrom('contactMessages').select('id').where('doneAt', 'is', null).execute()
    for (const { id } of open) await own.call('admin-file-contact-message', { messageId: id, isDone: true })
  }

  async function decideNotices() {
    const own = await enter()
    const open = await app.db.selectFrom('contentReports').select(['id']).where('decidedAt', 'is', null).execute()
    for (const { id: reportId } of open) {
      const isKept = rng.hits(0.7)
      const decision = isKept ? { decision: 'kept', reason: 'Wir haben den Inhalt geprüft und keinen Verstoß gefunden.' } : edited
      await own.call('admin-decide-notice', { reportId, ...decision })
    }
  }

  async function decideObjections() {
    const own = await enter()
    const open = await app.db
      .selectFrom('reviews')
      .select('id')
      .where('objectedAt', 'is not', null)
      .where('objectionDecidedAt', 'is', null)
      .execute()
    for (const { id: reviewId } of open) {
      const name = rng.hits(0.7) ? 'admin-keep-review' : 'admin-delete-review'
      await own.tryCall(name, { reviewId, reason: 'Wir haben beide Seiten gehört und die Buchung geprüft.' })
    }
  }

  async function decideWithdrawals() {
    const own = await enter()
    const open = await app.db.selectFrom('withdrawals').select('id').where('status', '=', 'open').execute()
    for (const { id: withdrawalId } of open) {
      await own.call('admin-decide-withdrawal', {
        withdrawalId,
        decision: 'reject',
        reason: 'Zu dieser Erklärung finden wir keinen offenen Vertrag.',
      })
    }
  }

  /** Objections of customers who are said to have been absent, escalated complaints, and reported threads. */
  async function decideQuarrels() {
    const own = await enter()
    const contested = await app.db.selectFrom('appointments').select('bookingId').where('status', '=', 'contested').execute()
    for (const { bookingId } of contested) {
      const decision = rng.one(['performed', 'missed', 'cancelled'])
      await own.tryCall('admin-decide-objection', { bookingId, decision, reason: 'Wir haben beide Seiten gehört.' })
    }
    const escalated = await app.db.selectFrom('complaints').select('id').where('status', '=', 'escalated').execute()
    for (const { id: complaintId } of escalated) {
      const choice = rng.hits(0.5) ? { refund: 'none' } : { refund: 'part', amount: 10 }
      const reason = 'Nach Fotos und Nachrichten beider Seiten entschieden.'
      await own.tryCall('admin-decide-complaint', { complaintId, reason, ...choice })
    }
    const reported = await app.db.selectFrom('threadReports').select('id').where('closedAt', 'is', null).execute()
    for (const { id: reportId } of reported)
      await own.tryCall('admin-close-thread-report', { reportId, outcome: 'Gelesen; der Anbieter wurde auf die Regeln hingewiesen.' })
    await demoApp.runJobs()
  }

  /** Part of a booking's money goes back, or all of it. */
  const refund = async (bookingId: string, amount?: number) =>
    (await enter()).tryCall('admin-refund-booking', {
      bookingId,
      ...(amount === undefined ? {} : { amount }),
      reason: rng.one(people.refunds),
    })

  const cancel = async (bookingId: string) =>
    (await enter()).tryCall('admin-cancel-booking', { bookingId, reason: rng.one(people.cancellations) })

  /** A letter to all companies; its mails are drawn and go nowhere. */
  async function writeToAll() {
    await (await enter()).call('admin-start-mailing', rng.one(people.letters))
    await demoApp.runJobs()
  }

  return {
    enter,
    writeToAll,
    goToBank,
    returnPayout,
    verify,
    fileMessages,
    decideNotices,
    decideObjections,
    decideWithdrawals,
    decideQuarrels,
    refund,
    cancel,
  }
}

const edited = { decision: 'edited', ground: 'terms', reason: 'Der Anbieter hat die Stelle auf unseren Hinweis geändert.' }

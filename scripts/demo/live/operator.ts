import { adminLimits } from '#src/foundation/accounts/operator/gateRules.ts'
import { hashSecret, newSecret } from '#src/platform/server/secrets.ts'
import type { Chance } from '../../../tests/storm/chance.ts'
import type { Browser } from './browser.ts'
import { people } from './companies.ts'
import type { Stage } from './stage.ts'

/** Actions of the operator in the history, signed in with both steps. */
export function openOperator(stage: Stage, chance: Chance) {
  const { app, control } = stage

  /** Creates the session that password and code would give. */
  async function enter(): Promise<Browser> {
    const own = stage.browser()
    const token = newSecret(app)
    const createdAt = app.now()
    const expiresAt = new Date(createdAt.getTime() + adminLimits.sessionMs)
    await app.db
      .insertInto('adminSessions')
      .values({ tokenHash: hashSecret(token), state: 'authenticated', createdAt, confirmedAt: createdAt, expiresAt })
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
      const isKept = chance.hits(0.7)
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
      const name = chance.hits(0.7) ? 'admin-keep-review' : 'admin-delete-review'
      await own.ask(name, { reviewId, reason: 'Wir haben beide Seiten gehört und die Buchung geprüft.' })
    }
  }

  async function decideWithdrawals() {
    const own = await enter()
    const open = await app.db.selectFrom('withdrawals').select('id').where('status', '=', 'open').execute()
    for (const { id: withdrawalId } of open) {
      await own.ask('admin-decide-withdrawal', {
        withdrawalId,
        decision: 'rejected',
        reason: 'Zu dieser Erklärung finden wir keinen offenen Vertrag.',
      })
    }
  }

  /** Part of a booking's money goes back, or all of it. */
  const refund = async (bookingId: string, amount?: number) =>
    (await enter()).ask('admin-refund-booking', {
      bookingId,
      ...(amount === undefined ? {} : { amount }),
      reason: chance.one(people.refunds),
    })

  const cancel = async (bookingId: string) =>
    (await enter()).ask('admin-cancel-booking', { bookingId, reason: chance.one(people.cancellations) })

  /** A letter to all companies; its mails are drawn and go nowhere. */
  async function writeToAll() {
    await (await enter()).call('admin-start-mailing', chance.one(people.letters))
    await stage.runJobs()
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
    refund,
    cancel,
  }
}

const edited = { decision: 'edited', ground: 'terms', reason: 'Der Anbieter hat die Stelle auf unseren Hinweis geändert.' }

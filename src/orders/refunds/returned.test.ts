import { describe, expect, test } from 'vitest'
import { fetchTransactions } from '#src/money/payments/reconciliation/actions.ts'
import { openReconciliationFixtures } from '../../../tests/reconciliationFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, sandbox, runJobs, inbox } = testApp
const fixtures = openReconciliationFixtures(testApp)
const { paid, readRefunds } = fixtures

describe('a refund that the bank sends back days after it succeeded', () => {
  const back = async (pspRefundId: string) => {
    await sandbox.control('failRefund', { refund: pspRefundId })
    await fixtures.event('refund', pspRefundId, 'refund.failed')
  }
  const refund = async (admin: Awaited<ReturnType<typeof fixtures.operator>>, bookingId: string, amount?: number) => {
    const answer = await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz', ...(amount ? { amount } : {}) })
    await runJobs()
    return answer
  }
  const newest = async () => (await readRefunds()).at(-1)?.pspRefundId ?? ''
  const owed = async () => (await fixtures.ledgerSums()).customer_owed ?? 0
  /** Asserts that each movement at the PSP has its ledger entry, and that no invariant is violated. */
  const expectBooksFit = async () => {
    await fetchTransactions(app)
    await runJobs()
    await fetchTransactions(app)
    expect(await app.db.selectFrom('pspTransactions').select(['kind', 'ledgerKind']).where('matchedAt', 'is', null).execute()).toEqual([])
    expect(await fixtures.violations()).toEqual([])
    const { availableCents, pendingCents } = await app.payments.readBalance()
    expect((await fixtures.ledgerSums()).psp_balance).toBe(availableCents + pendingCents)
  }

  test('has failed, is owed, reported to customer and operator, and can be refunded again', async () => {
    const { admin, bookingId, customerEmail } = await paid()
    await refund(admin, bookingId)
    await expectBooksFit()
    await back(await newest())
    await back(await newest()).catch(() => undefined)
    expect(await readRefunds()).toMatchObject([{ status: 'failed', returnedAt: expect.any(Date) }])
    expect(await owed()).toBe(-13_800)
    await expectBooksFit()
    expect(inbox.mails().filter((mail) => mail.to === customerEmail && /Erstattung kam zurück/.test(mail.subject))).toHaveLength(1)
    expect(await fixtures.openBreaks()).toMatchObject([{ kind: 'refundFailed' }])
    const { body } = await admin.call('admin-read-booking', { bookingId })
    expect([body.refundable, body.refunds[0].status]).toEqual([138, 'returned'])
    expect(await refund(admin, bookingId, 138.01)).toMatchObject({ status: 409 })
    expect((await refund(admin, bookingId)).status).toBe(200)
    expect(await owed()).toBe(0)
    expect(await fixtures.openBreaks()).toEqual([])
    await expectBooksFit()
    expect((await refund(admin, bookingId)).body).toMatchObject({ code: 'refunds.nothingLeft' })
    // The repeated refund may be returned, too.
    await back(await newest())
    expect(await owed()).toBe(-13_800)
    await expectBooksFit()
  })

  test('of a part: what came back is paid first, and only the rest reduces the booking', async () => {
    const { admin, bookingId } = await paid()
    await refund(admin, bookingId, 38)
    await back(await newest())
    expect((await fixtures.readBooking(bookingId)).refundedCents).toBe(3_800)
    expect((await refund(admin, bookingId, 50)).status).toBe(200)
    expect((await fixtures.readBooking(bookingId)).refundedCents).toBe(5_000)
    expect(await readRefunds()).toMatchObject([{ amountCents: 3_800 }, { amountCents: 5_000, owedCents: 3_800 }])
    expect(await owed()).toBe(0)
    await expectBooksFit()
  })

  test('before its success was read is entered there and back, by the one who made it or by the event', async () => {
    for (const isByEvent of [false, true]) {
      const { admin, bookingId } = await paid()
      expect((await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz' })).status).toBe(200)
      const [own] = await app.db.selectFrom('refunds').selectAll().where('bookingId', '=', bookingId).execute()
      if (!own) throw new Error('no refund was ordered')
      const { id: refundId, paymentId, amountCents } = own
      // The process that requested the refund crashed before it received the response.
      const made = await app.payments.refund({ paymentId, amountCents, refundId, idempotencyKey: `refund:${refundId}:1` })
      if (isByEvent) await back(made.id)
      else await sandbox.control('failRefund', { refund: made.id })
      await runJobs()
      expect((await readRefunds()).at(-1)).toMatchObject({ status: 'failed', returnedAt: expect.any(Date) })
      await expectBooksFit()
    }
    expect(await owed()).toBe(-2 * 13_800)
    expect(await fixtures.openBreaks()).toMatchObject([{ kind: 'refundFailed' }, { kind: 'refundFailed' }])
  })

  test('is found in the balance when its event is lost', async () => {
    const { admin, bookingId } = await paid()
    await refund(admin, bookingId)
    await sandbox.control('failRefund', { refund: await newest() })
    await expectBooksFit()
    expect(await owed()).toBe(-13_800)
  })
})

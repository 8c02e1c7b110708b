import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { issueSample, openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { enterAs, enterAsOperator, makeOwner, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { issueCustomers } from './actions.ts'
import { remindHeld } from './heldActions.ts'
import { markReminded } from './heldStore.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs } = testApp
const { makeFirm, makeMandated, paid, refunded, documentFaults, listed } = openDocumentFixtures(testApp)
const at = (day: string, time = '18:00') => clock.moveTo(berlinInstant(day, time))

const papers = async () =>
  (await listed()).map(({ number, kind, grossCents, isCancellation }) => [number.slice(6), kind, grossCents, isCancellation])
const notesOf = async (place: number) => ((await listed())[place]?.facts as { notes: string[] } | undefined)?.notes

/** A company that has passed the code step, with one invoice issued in its name. */
async function openInvoiced() {
  const firm = await makeMandated()
  const booking = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  at('2026-11-21')
  await issueCustomers(app)
  const [invoice] = await listed()
  if (!invoice) throw new Error('no invoice')
  const enter = async (companyId: string) =>
    passCode(app, await enterAs(app, testApp.newVisitor(), (await makeOwner(app, companyId)).email))
  return { firm, booking, invoice, enter, owner: await enter(firm.id) }
}

const line = (text: string, gross: number, care: string) => ({ text, gross, care, taxBasisPoints: 1_900 })
const address = { name: 'Praxis Dr. Behrens', street: 'Große Straße 3', postcode: '22767', town: 'Hamburg' }

test('the company takes a wrong invoice back with its correction, corrects the draft, and the next one covers each fact once', async () => {
  const { firm, booking, invoice, owner, enter } = await openInvoiced()
  await refunded(booking, { cents: 3_000, on: '2026-11-21' })
  at('2026-11-21', '20:00')
  await issueCustomers(app)
  const ids = { companyId: firm.id, documentId: invoice.id }
  const cancel = (fields: object = {}) => owner.call('cancel-customer-invoice', { ...ids, reason: 'recipient', ...fields })
  expect(await cancel({ reason: 'Gutschrift' })).toMatchObject({
    status: 422,
    body: { fields: { reason: ['Bitte wählen Sie einen Grund aus'] } },
  })
  const [, correction] = await listed()
  expect((await cancel({ documentId: correction?.id })).status).toBe(409)
  // Not possible for other companies' invoices; nor for the operator's own, as the last test shows.
  const stranger = await makeFirm()
  expect(
    (await (await enter(stranger.id)).call('cancel-customer-invoice', { companyId: stranger.id, documentId: invoice.id, reason: 'tax' }))
      .status,
  ).toBe(404)

  const answers = await Promise.all([cancel(), cancel(), cancel()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await issueCustomers(app)
  const ofBooking = async () => (await papers()).filter(([, kind]) => String(kind).startsWith('customer'))
  expect(await ofBooking()).toEqual([
    ['2026-00001', 'customerInvoice', 13_800, false],
    ['K-2026-00001', 'customerCorrection', -3_000, false],
    ['K-2026-00002', 'customerCorrection', 3_000, true],
    ['K-2026-00003', 'customerCorrection', -13_800, true],
  ])
  const last = (await listed()).find(({ number }) => number.endsWith('K-2026-00003'))
  expect(last?.facts).toMatchObject({
    notes: [`Stornorechnung zu ${invoice.number} vom 21.11.2026.`, 'Grund: Empfänger oder Anschrift falsch.'],
  })

  const named = { companyId: firm.id, bookingId: booking.id }
  expect((await owner.call('list-customer-invoices', { companyId: firm.id })).body.open).toMatchObject([
    { booking_id: booking.id, held_at: expect.stringMatching(/^2026-11-21T19:00/) },
  ])
  await runJobs()
  const told = inbox.mails().filter(({ subject }) => subject.startsWith('Stornorechnung '))
  expect(told.map(({ to }) => to)).toEqual(['katrin.bergmann@kunde.example', 'katrin.bergmann@kunde.example'])
  const token = /token=([\w-]{43})/.exec(told[0]?.text ?? '')?.[1]
  const read = async () => (await testApp.newVisitor().call('list-own-documents', { key: { token } })).body
  expect(await read()).toMatchObject({ is_held: true, is_billing_open: true, due_at: null })

  const lines = [line('Fenster putzen', 100, 'labour'), line('Anfahrt', 38, 'travel')]
  expect((await owner.call('update-invoice-draft', { ...named, lines, billing: { ...address, postcode: '227' } })).status).toBe(422)
  expect((await owner.call('update-invoice-draft', { ...named, lines, billing: address })).body).toMatchObject({
    held_at: null,
    billing: { name: 'Praxis Dr. Behrens', street: 'Große Straße 3', vat_id: null },
  })
  // The run was enqueued on demand and does not wait for its minute.
  await runJobs()
  const again = (await listed()).find(({ number }) => number.endsWith('-2026-00002') && !number.includes('K'))
  expect(again).toMatchObject({ kind: 'customerInvoice', grossCents: 10_800 })
  expect(again?.facts).toMatchObject({
    buyer: { name: 'Praxis Dr. Behrens' },
    notes: expect.arrayContaining([`Ersetzt die stornierte Rechnung ${invoice.number} vom 21.11.2026.`]),
  })
  expect(await read()).toMatchObject({ is_held: false, is_billing_open: false })
  expect(inbox.mails().some(({ subject }) => subject.startsWith(`Rechnung ${again?.number}`))).toBe(true)
  expect((await cancel()).status).toBe(409)
  const { rows } = await sql<{ standing: number }>`
    select count(*)::integer as standing
    from document_covers
    where side = 'customer' and released_by is null
    group by ledger_tx_id`.execute(app.db)
  expect(rows).toEqual([{ standing: 1 }, { standing: 1 }])
  expect(await documentFaults()).toEqual([])
})

test('money that goes back while the draft waits lowers the next invoice; a booking that went back whole gets none', async () => {
  const { firm, booking, invoice, owner } = await openInvoiced()
  await owner.call('cancel-customer-invoice', { companyId: firm.id, documentId: invoice.id, reason: 'service' })
  await refunded(booking, { cents: 13_800, on: '2026-11-21' })
  at('2026-11-21', '21:00')
  await issueCustomers(app)
  expect(await papers()).toHaveLength(2)
  const draft = await owner.call('update-invoice-draft', {
    companyId: firm.id,
    bookingId: booking.id,
    lines: [line('Arbeit', 138, 'labour')],
  })
  expect(draft.status).toBe(404)
  expect(await documentFaults()).toEqual([])
})

test("the operator cancels a company's invoice: reissued at once or after the company's confirmation; the company is notified", async () => {
  const { invoice } = await openInvoiced()
  const admin = await enterAsOperator(app, testApp.newVisitor())
  expect((await admin.call('admin-list-documents', {})).body.rows).toMatchObject([{ is_cancellable: true, is_customers: true }])
  const cancel = async (documentId: string | undefined, isReissued: boolean) =>
    admin.call('admin-cancel-document', { documentId, reason: 'USt-IdNr. war falsch', isReissued })
  expect((await cancel(invoice.id, true)).body).toEqual({ number: expect.stringMatching(/-K-2026-00001$/) })
  await runJobs()
  expect(await papers()).toMatchObject([
    ['2026-00001', 'customerInvoice', 13_800, false],
    ['2026-00002', 'customerInvoice', 13_800, false],
    ['K-2026-00001', 'customerCorrection', -13_800, true],
  ])
  expect(await notesOf(2)).toEqual([`Stornorechnung zu ${invoice.number} vom 21.11.2026.`])
  const mail = inbox.mails().find(({ subject }) => subject === `Ihre Rechnung ${invoice.number} wurde storniert`)
  expect(mail).toMatchObject({ to: 'kontakt@glanzwerk.example', text: expect.stringContaining('USt-IdNr. war falsch') })
  const second = (await listed()).find(({ number }) => number.endsWith('2026-00002'))
  expect((await cancel(second?.id, false)).status).toBe(200)
  at('2026-11-23')
  await issueCustomers(app)
  await runJobs()
  expect(await papers()).toHaveLength(4)
  const { rows } = await sql<{ action: string }>`select action from audit_log where action = 'documents.cancel'`.execute(app.db)
  expect(rows).toHaveLength(2)
  expect(await documentFaults()).toEqual([])
})

test('the company filters its list by kind, month, number and name', async () => {
  const { firm, booking, owner } = await openInvoiced()
  const other = await paid(firm.id, { amountCents: 5_000, on: '2026-11-21' })
  await app.db.updateTable('bookings').set({ customerName: 'Ayşe Demir' }).where('id', '=', other.id).execute()
  await refunded(booking, { cents: 3_000, on: '2026-11-21' })
  at('2026-11-21', '20:00')
  await issueCustomers(app)
  const list = async (filter: object) => {
    const { status, body } = await owner.call('list-customer-invoices', { companyId: firm.id, ...filter })
    return status === 200
      ? [
          ...body.open.map((one: { customer_name: string }) => one.customer_name),
          ...body.documents.map((one: { gross: number }) => one.gross),
        ]
      : status
  }
  expect(await list({})).toEqual(['Ayşe Demir', -30, 138])
  expect(await list({ sort: 'oldest' })).toEqual(['Ayşe Demir', 138, -30])
  expect(await list({ kind: 'invoice' })).toEqual([138])
  expect(await list({ kind: 'correction' })).toEqual([-30])
  expect(await list({ kind: 'draft' })).toEqual(['Ayşe Demir'])
  expect(await list({ month: '2026-11' })).toEqual(['Ayşe Demir', -30, 138])
  expect(await list({ month: '2026-10' })).toEqual([])
  expect(await list({ search: 'k-2026' })).toEqual([-30])
  expect(await list({ search: 'bergmann' })).toEqual([-30, 138])
  expect(await list({ search: 'demir' })).toEqual(['Ayşe Demir'])
  expect(await list({ search: '%' })).toEqual([])
  expect(await list({ month: '2026-13' })).toBe(422)
  // A company cannot cancel the operator's invoice to it.
  const ours = { companyId: firm.id, documentId: await issueSample(app, firm.id), reason: 'mistake' }
  expect((await owner.call('cancel-customer-invoice', ours)).status).toBe(404)
})

test('a company is reminded twice of a cancelled invoice, then the operator sees it; nothing is issued before it acts', async () => {
  const { firm, booking, invoice, owner, enter } = await openInvoiced()
  await owner.call('cancel-customer-invoice', { companyId: firm.id, documentId: invoice.id, reason: 'tax' })
  const missing = async () =>
    (await (await enterAsOperator(app, testApp.newVisitor())).call('admin-missing-documents', {})).body.missing.map(
      ({ reasons }: { reasons: string[] }) => reasons,
    )
  const told = () => inbox.mails().filter(({ subject }) => subject.includes('Die neue Rechnung'))
  const lookOn = async (day: string, time = '18:05') => {
    at(day, time)
    await Promise.all([remindHeld(app), remindHeld(app)])
    await issueCustomers(app, { isWhole: true })
    await runJobs()
    return told()
      .map(({ subject }) => subject)
      .sort()
  }
  expect(await lookOn('2026-11-24', '17:55')).toEqual([])
  const first = 'Erinnerung: Die neue Rechnung an Katrin Bergmann fehlt'
  expect(await lookOn('2026-11-24')).toEqual([first])
  expect(told()[0]?.text).toContain(`die Rechnung ${invoice.number} ist seit 21.11.2026 storniert.`)
  expect(await lookOn('2026-12-01', '17:55')).toEqual([first])
  expect(await missing()).toEqual([])
  const both = [first, `Zweite ${first}`]
  // The clock goes on between two steps, and the second reminder is due a whole week after the first: so a minute later.
  expect(await lookOn('2026-12-01', '18:06')).toEqual(both)
  expect(await lookOn('2027-03-01')).toEqual(both)
  expect(await missing()).toEqual([['Die Rechnung ist storniert, und der Anbieter hat trotz zweier Erinnerungen keine neue gestellt.']])
  expect((await listed()).filter(({ kind }) => kind === 'customerInvoice')).toHaveLength(1)

  const named = { companyId: firm.id, bookingId: booking.id }
  const lines = [line('Fenster putzen', 138, 'labour')]
  const back = await enter(firm.id)
  expect((await back.call('update-invoice-draft', { ...named, lines, billing: address, isReverse: false })).body.held_at).toBeNull()
  await runJobs()
  expect((await listed()).filter(({ kind }) => kind === 'customerInvoice')).toHaveLength(2)
  expect(await missing()).toEqual([])
  // A second cancellation starts new reminders.
  const again = (await listed()).find(({ kind, id }) => kind === 'customerInvoice' && id !== invoice.id)
  await back.call('cancel-customer-invoice', { companyId: firm.id, documentId: again?.id, reason: 'tax' })
  expect(await lookOn('2027-03-05')).toEqual([first, ...both])
})

test('no reminder for a cancelled booking or a closed company', async () => {
  const { firm, booking, invoice, owner } = await openInvoiced()
  await owner.call('cancel-customer-invoice', { companyId: firm.id, documentId: invoice.id, reason: 'tax' })
  const due = async () => {
    const asked = { step: 'reminded', now: berlinInstant('2026-12-24', '12:00'), limit: 9 } as const
    const isDue = await app.db.transaction().execute(async (tx) => (await markReminded(tx, asked)).length === 1)
    await app.db.updateTable('invoiceDrafts').set({ remindedAt: null }).execute()
    return isDue
  }
  expect(await due()).toBe(true)
  const of = (table: 'companies' | 'bookings', id: string) => app.db.updateTable(table).where('id', '=', id)
  await of('companies', firm.id).set({ archivedAt: app.now() }).execute()
  expect(await due()).toBe(false)
  await of('companies', firm.id).set({ archivedAt: null }).execute()
  expect(await due()).toBe(true)
  await of('bookings', booking.id).set({ bookingStatus: 'cancelled' }).execute()
  expect(await due()).toBe(false)
})

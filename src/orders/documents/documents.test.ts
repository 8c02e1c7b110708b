import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { openDocumentFixtures } from '../../../tests/documentFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { cancelDocument } from './actions.ts'
import { issueFees } from './fees/actions.ts'

const testApp = await openTestApp()
const { app, clock } = testApp
const { mayIssue, makeFirm, paid, refunded, paidPlan, documentFaults, listed } = openDocumentFixtures(testApp)

/** A time on the first of December 2026 in Berlin. */
const december = (time: string) => clock.moveTo(berlinInstant('2026-12-01', time))

test('commission is invoiced once, on the first at four, for the month before, and the rounding is posted', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm()
  for (let count = 0; count < 12; count++) await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  const october = await paid(firm.id, { amountCents: 100_000, on: '2026-10-31' })
  await refunded(october, { cents: 20_000, on: '2026-11-03' })
  await paid(firm.id, { amountCents: 50_000, on: '2026-12-01' })
  december('03:59')
  await issueFees(app)
  expect(await listed()).toEqual([])
  december('04:00')
  await issueFees(app)
  await issueFees(app)
  const [invoice, ...others] = await listed()
  expect(others).toEqual([])
  // 12 × 4,14 € less 6,00 €; rounded fee by fee, the tax would be 6,96 €.
  expect(invoice).toMatchObject({
    number: 'RE-2026-000001',
    kind: 'commission',
    grossCents: 4_368,
    netCents: 3_671,
    taxCents: 697,
    taxCase: 'regular',
    supplyFrom: '2026-11-01',
    supplyTo: '2026-11-30',
    issuedOn: '2026-12-01',
  })
  const rounding = await app.db
    .selectFrom('ledgerTx')
    .innerJoin('ledgerEntry', 'ledgerEntry.txId', 'ledgerTx.id')
    .select(['account', 'amountCents', 'occurredAt'])
    .where('kind', '=', 'documentRounding')
    .orderBy('account')
    .execute()
  expect(rounding.map(({ account, amountCents }) => [account, amountCents])).toEqual([
    ['fee_revenue', 1],
    ['vat_payable', -1],
  ])
  expect(rounding[0]?.occurredAt).toEqual(new Date(berlinInstant('2026-12-01', '00:00').getTime() - 1_000))
  expect(await documentFaults()).toEqual([])
})

test('nothing is issued before the operator named a month, and nothing of the time before it', async () => {
  const firm = await makeFirm()
  await paid(firm.id, { amountCents: 13_800, on: '2026-10-20' })
  december('05:00')
  await issueFees(app)
  await mayIssue('2026-11')
  await issueFees(app)
  expect(await listed()).toEqual([])
})

test('a month of refunds corrects the newest invoice; a paid plan is invoiced in the same range', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm()
  const booking = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  await paidPlan(firm.id, { amountCents: 3_000, on: '2026-11-14', until: '2026-12-14' })
  december('05:00')
  await issueFees(app)
  await refunded(booking, { cents: 13_800, on: '2026-12-31' })
  clock.moveTo(berlinInstant('2027-01-01', '04:00'))
  await issueFees(app)
  const documents = await listed()
  expect(documents.map(({ number, kind, grossCents, supplyTo }) => [number, kind, grossCents, supplyTo]).sort()).toEqual([
    ['RE-2026-000001', 'subscription', 3_000, '2026-12-13'],
    ['RE-2026-000002', 'commission', 414, '2026-11-30'],
    ['RK-2027-000001', 'operatorCorrection', -414, '2026-12-31'],
  ])
  const correction = documents.find(({ kind }) => kind === 'operatorCorrection')
  expect(correction?.facts).toMatchObject({
    typeCode: '384',
    corrects: { number: 'RE-2026-000002', issuedOn: '2026-12-01' },
    taxCents: -66,
  })
  expect(await documentFaults()).toEqual([])
})

test('a month of refunds before the first invoice is a correction, too, never a negative invoice', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm()
  const booking = await paid(firm.id, { amountCents: 13_800, on: '2026-10-20' })
  await refunded(booking, { cents: 13_800, on: '2026-11-03' })
  december('05:00')
  await issueFees(app)
  const [correction, ...others] = await listed()
  expect(others).toEqual([])
  expect(correction).toMatchObject({ number: 'RK-2026-000001', kind: 'operatorCorrection', correctsId: null, grossCents: -414 })
  expect(correction?.facts).toMatchObject({
    typeCode: '384',
    corrects: null,
    notes: [expect.stringContaining('4,14'), expect.stringContaining('früherer Monate')],
  })
  expect(await documentFaults()).toEqual([])
})

test('a cancelled invoice is mirrored once, and its facts are invoiced again', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm()
  for (let count = 0; count < 12; count++) await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  december('05:00')
  await issueFees(app)
  const [invoice] = await listed()
  if (!invoice) throw new Error('no invoice')
  const cancel = () => app.db.transaction().execute((tx) => cancelDocument(app, tx, { documentId: invoice.id, prefix: null }))
  expect((await Promise.all([cancel(), cancel(), cancel()])).filter((one) => one !== undefined)).toHaveLength(1)
  await issueFees(app)
  const documents = await listed()
  expect(documents.map(({ number, grossCents }) => [number, grossCents]).sort()).toEqual([
    ['RE-2026-000001', 4_968],
    ['RE-2026-000002', 4_968],
    ['RK-2026-000001', -4_968],
  ])
  expect(documents.find(({ isCancellation }) => isCancellation)?.facts).toMatchObject({
    notes: ['Stornorechnung zu RE-2026-000001 vom 01.12.2026.'],
  })
  expect(await documentFaults()).toEqual([])
})

test('a document that breaks a rule takes no number, and the reason is stored', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm({ street: null, postcode: null, town: null, location: 'Hamburg' })
  await paid(firm.id, { amountCents: 1_000_000, on: '2026-11-20' })
  const other = await makeFirm({ companyName: 'Zweite GmbH' })
  await paid(other.id, { amountCents: 13_800, on: '2026-11-20' })
  december('05:00')
  await issueFees(app)
  expect((await listed()).map(({ number, companyId }) => [number, companyId])).toEqual([['RE-2026-000001', other.id]])
  const faults = () => app.db.selectFrom('documentFaults').select(['subject', 'rules']).execute()
  expect(await faults()).toEqual([{ subject: '2026-11', rules: ['law: address of the buyer above 250 €'] }])
  await app.db.updateTable('companies').set({ street: 'Weg 1', postcode: '20095' }).where('id', '=', firm.id).execute()
  december('06:30')
  await issueFees(app)
  expect(await faults()).toEqual([])
  expect((await listed()).map(({ number }) => number)).toEqual(['RE-2026-000001', 'RE-2026-000002'])
})

test('fifty at once whose connections are cut: no number is missing, none is given twice', async () => {
  await mayIssue('2026-11')
  const firms = await Promise.all(Array.from({ length: 50 }, (_, at) => makeFirm({ companyName: `Firma ${at}` })))
  for (const { id } of firms) await paid(id, { amountCents: 13_800, on: '2026-11-20' })
  december('05:00')
  let cut = 0
  let isOver = false
  const killer = (async () => {
    while (!isOver) {
      const { rows } = await sql<{ pid: number }>`
        select pg_terminate_backend(pid), pid
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')
          and xact_start is not null and random() < 0.2`.execute(app.db)
      cut += rows.length
      await pause(5)
    }
  })().catch(() => undefined)
  const issuers = Array.from({ length: 50 }, () => issueFees(app).catch(() => undefined))
  await Promise.all(issuers)
  isOver = true
  await killer
  await issueFees(app)
  const numbers = (await listed()).map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, at) => `RE-2026-${String(at + 1).padStart(6, '0')}`))
  expect(cut).toBeGreaterThan(0)
  expect(await documentFaults()).toEqual([])
})

test('nothing of a document changes; planted faults are each found', async () => {
  await mayIssue('2026-11')
  const firm = await makeFirm()
  await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  await paid((await makeFirm()).id, { amountCents: 13_800, on: '2026-11-20' })
  december('05:00')
  await issueFees(app)
  const [first] = await listed()
  if (!first) throw new Error('no invoice')
  const refusal = /is issued|append-only|refus|stays|closed/i
  await expect(sql`update documents set gross_cents = gross_cents + 1, net_cents = net_cents + 1`.execute(app.db)).rejects.toThrow(refusal)
  await expect(sql`update documents set number = 'RE-2026-000009'`.execute(app.db)).rejects.toThrow(refusal)
  await expect(sql`delete from document_lines`.execute(app.db)).rejects.toThrow()
  await expect(sql`delete from documents`.execute(app.db)).rejects.toThrow()
  await expect(sql`update document_covers set side = 'customer'`.execute(app.db)).rejects.toThrow(refusal)
  await expect(
    sql`insert into document_covers (document_id, ledger_tx_id, side) select (select max(document_id::text)::uuid from document_covers), ledger_tx_id, side from document_covers limit 1`.execute(
      app.db,
    ),
  ).rejects.toThrow(/duplicate/)
  await expect(sql`update document_ranges set next = next + 1`.execute(app.db).then(() => documentFaults())).resolves.toEqual([
    'documentNumbers',
  ])
  await sql`update document_ranges set next = next - 1`.execute(app.db)
  const planted = [
    ['wrong rate', sql`update documents set tax_cents = tax_cents + 10, net_cents = net_cents - 10 where id = ${first.id}`],
    ['changed words', sql`update documents set facts = jsonb_set(facts, '{terms}', '"x"') where id = ${first.id}`],
    ['uncovered', sql`delete from document_covers where document_id = ${first.id}`],
    ['changed line', sql`update document_lines set net_cents = net_cents + 1 where document_id = ${first.id}`],
  ] as const
  for (const [what, fault] of planted) {
    await app.db
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await fault.execute(tx)
        const { rows } = await sql`select invariant from invariant_violations where invariant ilike '%document%'`.execute(tx)
        expect([what, rows.length > 0]).toEqual([what, true])
        throw new Error('back')
      })
      .catch((error: Error) => expect(error.message).toBe('back'))
  }
  expect(await documentFaults()).toEqual([])
})

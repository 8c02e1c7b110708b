import { afterEach, expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { randomOf } from '../../../../tests/randomCalendars.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { issueCustomers } from './actions.ts'
import { readDraft } from './draftActions.ts'
import { saveDraft } from './store.ts'

const testApp = await openTestApp()
const { app, clock } = testApp
const { makeMandated, paid, added, refunded, documentFaults, listed } = openDocumentFixtures(testApp)
const at = (day: string, time = '18:00') => clock.moveTo(berlinInstant(day, time))

// Documents must cover exactly the facts of the ledger after every test.
afterEach(async () => {
  expect(await documentFaults()).toEqual([])
})

const invoices = async () => (await listed()).map(({ kind, grossCents, taxCents, bookingId }) => [kind, grossCents, taxCents, bookingId])
const linesOf = async (place: number) => {
  const { facts } = (await listed())[place] as unknown as { facts: { lines: { text: string; netCents: number }[] } }
  return facts.lines.map(({ text }) => text)
}

test('one invoice bills the job with its supplements, to the cent, and later refunds of each correct it', async () => {
  const firm = await makeMandated()
  const job = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  const hours = await added(job, { on: '2026-11-20', cents: 3_451 })
  await added(job, { on: '2026-11-21', cents: 499, kind: 'material' })
  at('2026-11-21')
  await Promise.all([issueCustomers(app), issueCustomers(app)])
  // 177.50 € with 19 % inside: net 149.16 €
  expect(await invoices()).toEqual([['customerInvoice', 17_750, 2_834, job.id]])
  expect(await linesOf(0)).toEqual([
    'Fenster putzen',
    'Nachtrag vom 20.11.2026: Mehr, 1 Std. × 34,51\u00a0€',
    'Nachtrag vom 21.11.2026: Mehr',
  ])
  await refunded(hours, { cents: 3_451, on: '2026-11-22' })
  await refunded(job, { cents: 1_000, on: '2026-11-22' })
  at('2026-11-22')
  await issueCustomers(app, { isWhole: true })
  const [, correction] = await invoices()
  expect(correction).toMatchObject(['customerCorrection', -4_451, expect.any(Number), job.id])
})

test('a supplement that is paid after the invoice has an invoice of its own', async () => {
  const firm = await makeMandated()
  const job = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  at('2026-11-21')
  await issueCustomers(app)
  const late = await added(job, { on: '2026-11-22', cents: 2_000 })
  at('2026-11-22')
  await issueCustomers(app)
  await issueCustomers(app, { bookingId: late.id })
  expect((await invoices()).map(([kind, gross, , id]) => [kind, gross, id])).toEqual([
    ['customerInvoice', 13_800, job.id],
    ['customerInvoice', 2_000, late.id],
  ])
  await refunded(late, { cents: 500, on: '2026-11-23' })
  at('2026-11-23')
  await issueCustomers(app)
  expect((await invoices()).slice(2)).toMatchObject([['customerCorrection', -500, expect.any(Number), late.id]])
})

test('a draft that the company changed keeps its lines, and later supplements follow', async () => {
  const firm = await makeMandated()
  const job = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  await added(job, { on: '2026-11-20', cents: 2_000 })
  const lines = [{ text: 'Alles zusammen', grossCents: 15_800, taxBasisPoints: 1_900, care: 'labour' as const }]
  await app.db
    .transaction()
    .execute((tx) =>
      saveDraft(tx, { bookingId: job.id, companyId: firm.id, lines, isReverse: false, now: berlinInstant('2026-11-20', '20:00') }),
    )
  await added(job, { on: '2026-11-21', cents: 700, kind: 'material' })
  const draft = await readDraft(app, { companyId: firm.id, bookingId: job.id })
  expect(draft).toMatchObject({ amountCents: 16_500 })
  expect(draft.lines.map(({ text, grossCents, care }) => [text, grossCents, care])).toEqual([
    ['Alles zusammen', 15_800, 'labour'],
    ['Nachtrag vom 21.11.2026: Mehr', 700, 'material'],
  ])
  at('2026-11-21')
  await issueCustomers(app)
  expect(await invoices()).toMatchObject([['customerInvoice', 16_500, expect.any(Number), job.id]])
})

test('120 random jobs: their documents are what was paid less what went back, and each fact is in one of them', async () => {
  const random = randomOf(46)
  const below = (limit: number) => Math.floor(random() * limit)
  const firm = await makeMandated()
  const families = []
  for (let jobs = 0; jobs < 120; jobs += 1) {
    const job = await paid(firm.id, { amountCents: 10_000 + below(90_000), on: '2026-11-20' })
    families.push([job])
  }
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
    for (const family of families) {
      const [job] = family
      if (job && below(3) === 0)
        family.push(await added(job, { on: day, cents: 100 + below(3_000), kind: below(2) === 0 ? 'hours' : 'material' }))
      const one = family[below(family.length)]
      const left = one ? one.amountCents - one.refundedCents : 0
      if (one && left > 0 && below(4) === 0) await refunded(one, { cents: below(3) === 0 ? left : 1 + below(left), on: day })
    }
    at(day, '18:30')
    await Promise.all([issueCustomers(app, { isWhole: true }), issueCustomers(app, { isWhole: true })])
  }
  const documents = await listed()
  for (const family of families) {
    const ids = family.map(({ id }) => id)
    const papers = documents.filter(({ bookingId }) => bookingId !== null && ids.includes(bookingId))
    const left = family.reduce((cents, one) => cents + one.amountCents - one.refundedCents, 0)
    expect([ids[0], papers.reduce((cents, { grossCents }) => cents + grossCents, 0)]).toEqual([ids[0], left])
  }
  const kinds = Map.groupBy(documents, ({ kind }) => kind)
  expect([(kinds.get('customerInvoice')?.length ?? 0) > 130, (kinds.get('customerCorrection')?.length ?? 0) > 40]).toEqual([true, true])
})

test('work on several days is invoiced after its last day, with the period of the work', async () => {
  const firm = await makeMandated()
  const job = await paid(firm.id, { amountCents: 90_000, on: '2026-11-18' })
  const [startsAt, endsAt] = [berlinInstant('2026-11-18', '08:00'), berlinInstant('2026-11-20', '12:00')]
  const times = { startsAt, endsAt, createdAt: startsAt, updatedAt: startsAt }
  await app.db
    .insertInto('appointments')
    .values({
      bookingId: job.id,
      companyId: firm.id,
      status: 'agreed',
      mode: 'instant',
      policy: 'kulant',
      ...times,
      parts: `{[${startsAt.toISOString()},${endsAt.toISOString()})}`,
    })
    .execute()
  at('2026-11-20', '19:00')
  await issueCustomers(app)
  expect(await listed()).toEqual([])
  await added(job, { on: '2026-11-20', cents: 5_000 })
  at('2026-11-21')
  await issueCustomers(app)
  expect((await listed()).map(({ grossCents, facts }) => [grossCents, facts])).toMatchObject([
    [95_000, { supplyFrom: '2026-11-18', supplyTo: '2026-11-20' }],
  ])
})

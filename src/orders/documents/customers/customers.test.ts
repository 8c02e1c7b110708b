import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { upsertBilling } from '#src/orders/bookings/billing/store.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { writeTaxProfile } from '#src/supply/companies/tax/actions.ts'
import { openDocumentFixtures, taxNumber } from '../../../../tests/documentFixtures.ts'
import { enterAs, makeOwner, passCode } from '../../../../tests/factories.ts'
import { readPdf } from '../../../../tests/pdfText.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { mandateVersion } from '../mandates/mandateTexts.ts'
import { issueCustomers } from './actions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs } = testApp
const { makeFirm, makeMandated, paid, refunded, documentFaults, listed } = openDocumentFixtures(testApp)
const at = (day: string, time = '18:00') => clock.moveTo(berlinInstant(day, time))

const invoices = async () =>
  (await listed()).map(({ number, kind, grossCents, taxCents, taxCase }) => [number, kind, grossCents, taxCents, taxCase])
const factsOf = async (place: number) => (await listed())[place]?.facts as Record<string, never> | undefined

test('a consumer gets the invoice on the day after the service at six, in the name of the company and of its own range', async () => {
  const firm = await makeMandated()
  await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  await paid(firm.id, { amountCents: 10_000, on: '2026-10-31' })
  at('2026-11-21', '17:59')
  await issueCustomers(app)
  expect(await listed()).toEqual([])
  at('2026-11-21')
  await Promise.all([issueCustomers(app), issueCustomers(app), issueCustomers(app)])
  const [{ sellerCode }] = (await app.db.selectFrom('companies').select('sellerCode').where('id', '=', firm.id).execute()) as [
    { sellerCode: string },
  ]
  expect(await invoices()).toEqual([[`${sellerCode}-2026-00001`, 'customerInvoice', 13_800, 2_203, 'regular']])
  expect(await factsOf(0)).toMatchObject({
    supplyFrom: '2026-11-20',
    seller: { name: 'Glanzwerk Altona', vatId: 'DE136695976', taxNumber: null },
    buyer: { name: 'Katrin Bergmann', street: 'Schmale Gasse 12', postcode: '22767', town: 'Hamburg' },
    terms: 'Bereits bezahlt am 20.11.2026 über Stripe. Bitte nicht überweisen.',
    notes: [
      'Bitte bewahren Sie diese Rechnung zwei Jahre lang auf.',
      'Diese Rechnung wurde von Handschlag GmbH im Namen und für Rechnung von Glanzwerk Altona erstellt.',
    ],
  })
  expect(await documentFaults()).toEqual([])
})

test('a business gets its invoice at once; none is issued without a mandate, or before its day', async () => {
  const firm = await makeMandated({ mandatedOn: '2026-11-10' })
  at('2026-11-10', '13:00')
  await paid(firm.id, { amountCents: 13_800, on: '2026-11-10', bookingDate: '2026-11-20', customerKind: 'business' })
  await paid(firm.id, { amountCents: 13_800, on: '2026-11-10', bookingDate: '2026-11-09', customerKind: 'business' })
  await paid((await makeFirm()).id, { amountCents: 13_800, on: '2026-11-10', bookingDate: '2026-11-20', customerKind: 'business' })
  await issueCustomers(app)
  expect(await invoices()).toMatchObject([[expect.any(String), 'customerInvoice', 13_800, 2_203, 'regular']])
  expect(await factsOf(0)).toMatchObject({
    notes: ['Vorauszahlung für die Leistung, die für den 20.11.2026 vereinbart ist.', expect.any(String)],
  })
  await app.db.updateTable('invoiceMandates').set({ revokedAt: app.now() }).execute()
  await paid(firm.id, { amountCents: 5_000, on: '2026-11-10', bookingDate: '2026-11-20', customerKind: 'business' })
  await issueCustomers(app)
  expect(await listed()).toHaveLength(1)
  await expect(sql`update invoice_mandates set accepted_text = 'anders'`.execute(app.db)).rejects.toThrow(/stays/)
})

test('the tax is what the company owes on the day of the service; a small business shows its number, which nothing stores in clear', async () => {
  const firm = await makeMandated({ status: 'small', vatId: null })
  await app.db.transaction().execute((tx) =>
    writeTaxProfile(app, tx, {
      companyId: firm.id,
      validFrom: '2026-11-25',
      status: 'exempt',
      vatId: null,
      taxNumber,
      exemptionText: 'Umsatzsteuerfrei nach § 4 Nr. 21 UStG.',
    }),
  )
  await paid(firm.id, { amountCents: 13_800, on: '2026-11-24' })
  await paid(firm.id, { amountCents: 13_800, on: '2026-11-25' })
  at('2026-11-26')
  await issueCustomers(app)
  expect((await invoices()).map(([, , , tax, taxCase]) => [tax, taxCase])).toEqual([
    [0, 'small'],
    [0, 'exempt'],
  ])
  const { rows } = await sql<{ text: string }>`select documents::text as text from documents`.execute(app.db)
  expect(rows.some(({ text }) => text.includes(taxNumber))).toBe(false)
  await runJobs()
  const [first] = await listed()
  const pdf = await app.storage.read(`documents/${first?.pdfSha256}.pdf`)
  const page = readPdf(Buffer.concat(await pdf.toArray()))
    .flat(2)
    .join('\n')
  expect(page).toContain(`Steuernummer ${taxNumber}`)
  expect(page).toContain('Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG.')
  expect(await documentFaults()).toEqual([])
})

test('a missing status, or a missing address above 250 €, takes no number; the customer adds it', async () => {
  const firm = await makeMandated()
  const dear = await paid(firm.id, { amountCents: 25_001, on: '2026-11-20', location: 'Altona' })
  await paid(firm.id, { amountCents: 25_000, on: '2026-11-20', location: 'Altona' })
  at('2026-11-21')
  await issueCustomers(app)
  expect((await invoices()).map(([, , gross]) => gross)).toEqual([25_000])
  expect(await app.db.selectFrom('documentFaults').select('rules').execute()).toEqual([
    { rules: ['law: address of the buyer above 250 €'] },
  ])
  const address = {
    name: 'Praxis Dr. Behrens',
    street: 'Große Straße 3',
    postcode: '22767',
    town: 'Hamburg',
    country: 'DE',
    vatId: null,
    buyerReference: 'PO 7',
  }
  await app.db.transaction().execute((tx) => upsertBilling(tx, { bookingId: dear.id, address, now: app.now() }))
  at('2026-11-21', '19:01')
  await issueCustomers(app)
  expect(await factsOf(1)).toMatchObject({ buyer: { name: 'Praxis Dr. Behrens', street: 'Große Straße 3' }, buyerReference: 'PO 7' })
  expect(await app.db.selectFrom('documentFaults').select('rules').execute()).toEqual([])
})

test('money that went back before the invoice lowers it, later it corrects it; each fact is in one document', async () => {
  const firm = await makeMandated()
  const booking = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  await refunded(booking, { cents: 1_800, on: '2026-11-20' })
  at('2026-11-21')
  await issueCustomers(app)
  at('2026-11-23')
  await refunded(booking, { cents: 3_000, on: '2026-11-22' })
  await refunded(booking, { cents: 1_000, on: '2026-11-22' })
  await issueCustomers(app)
  await refunded(booking, { cents: 8_000, on: '2026-11-23' })
  await Promise.all([issueCustomers(app), issueCustomers(app)])
  expect((await invoices()).map(([, kind, gross]) => [kind, gross])).toEqual([
    ['customerInvoice', 12_000],
    ['customerCorrection', -4_000],
    ['customerCorrection', -8_000],
  ])
  expect((await listed()).map(({ number }) => number.slice(5))).toEqual(['-2026-00001', '-K-2026-00001', '-K-2026-00002'])
  expect(await factsOf(1)).toMatchObject({
    typeCode: '384',
    notes: ['Minderung des Entgelts nach Erstattung vom 22.11.2026.', expect.any(String)],
  })
  const { rows } = await sql<{ uncovered: number }>`
    select count(*)::int as uncovered from revenue_lines as line
    where not exists (select from document_covers where ledger_tx_id = line.tx_id and side = 'customer' and released_by is null)`.execute(
    app.db,
  )
  expect(rows).toEqual([{ uncovered: 0 }])
  expect(await documentFaults()).toEqual([])
})

test('what is kept of an appointment that did not take place is no price: invoice and corrections are taken back whole', async () => {
  const firm = await makeMandated()
  at('2026-11-10', '13:00')
  const booking = await paid(firm.id, { amountCents: 13_800, on: '2026-11-10', bookingDate: '2026-11-20', customerKind: 'business' })
  await issueCustomers(app)
  at('2026-11-12', '16:00')
  await refunded(booking, { cents: 800, on: '2026-11-11' })
  await issueCustomers(app)
  await app.db
    .updateTable('bookings')
    .set({ bookingStatus: 'cancelled', cancelledAt: app.now(), cancelledBy: 'customer', cancelReason: 'verhindert' })
    .execute()
  await refunded(booking, { cents: 6_000, on: '2026-11-12' })
  await issueCustomers(app)
  await issueCustomers(app)
  const documents = await listed()
  expect(documents.map(({ kind, grossCents, isCancellation }) => [kind, grossCents, isCancellation])).toEqual([
    ['customerInvoice', 13_800, false],
    ['customerCorrection', -800, false],
    ['customerCorrection', 800, true],
    ['customerCorrection', -13_800, true],
  ])
  expect(await documentFaults()).toEqual([])
})

test('the company accepts, divides a draft, and gets nothing but sums that are paid; its customer reads the invoice by the link', async () => {
  const firm = await makeMandated({ mandatedOn: '2026-11-01' })
  await app.db.updateTable('invoiceMandates').set({ revokedAt: app.now() }).execute()
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), (await makeOwner(app, firm.id)).email))
  const ids = { companyId: firm.id }
  const accept = () => owner.call('accept-invoice-mandate', { ...ids, version: mandateVersion })
  expect(await accept()).toMatchObject({ status: 409, body: { code: 'invoices.detailsMissing' } })
  await app.db
    .insertInto('businessDetails')
    .values({ ...ids, status: 'submitted' })
    .execute()
  expect((await owner.call('accept-invoice-mandate', { ...ids, version: 'alt' })).status).toBe(409)
  expect((await accept()).body).toMatchObject({ accepted_at: expect.any(String), text: expect.stringContaining('§ 14 Abs. 2 Satz 4 UStG') })
  const today = berlinDay(app.now())
  const booking = await paid(firm.id, { amountCents: 13_800, on: today })
  const list = (await owner.call('list-customer-invoices', ids)).body
  expect(list).toMatchObject({
    open_total: 1,
    open: [{ booking_id: booking.id, gross: 138, is_edited: false, due_at: expect.any(String) }],
  })
  const named = { ...ids, bookingId: booking.id }
  const line = (text: string, gross: number, care: string, taxBasisPoints = 1_900) => ({ text, gross, care, taxBasisPoints })
  const wrong = await owner.call('update-invoice-draft', { ...named, lines: [line('Arbeit', 100, 'labour')] })
  expect(wrong).toMatchObject({
    status: 422,
    body: { fields: { lines: ['Die Zeilen müssen zusammen 138,00 € ergeben'.replace(' €', '\u00a0€')] } },
  })
  const lines = [line('Fenster putzen', 100, 'labour'), line('Anfahrt', 18, 'travel'), line('Mittel', 20, 'material', 700)]
  expect((await owner.call('update-invoice-draft', { ...named, lines })).body).toMatchObject({ is_edited: true })
  const other = await passCode(app, await enterAs(app, testApp.newVisitor(), (await makeOwner(app, (await makeFirm()).id)).email))
  expect((await other.call('get-invoice-draft', named)).status).toBe(404)
  at(addDays(today, 1))
  await issueCustomers(app)
  expect(await factsOf(0)).toMatchObject({
    notes: [
      'Darin enthalten: Arbeits-, Maschinen- und Fahrtkosten von 118,00 € einschließlich 18,84 € Umsatzsteuer (§ 35a EStG).'.replaceAll(
        ' €',
        '\u00a0€',
      ),
      expect.any(String),
      expect.any(String),
    ],
    grossCents: 13_800,
  })
  await runJobs()
  const mail = inbox.mails().find(({ subject }) => subject.startsWith('Rechnung '))
  expect(mail).toMatchObject({ to: 'katrin.bergmann@kunde.example' })
  const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  const visitor = testApp.newVisitor()
  const read = (await visitor.call('list-own-documents', { key: { token } })).body
  expect(read).toMatchObject({ documents: [{ gross: 138, state: 'issued', has_file: true }], is_billing_open: false, due_at: null })
  const file = await visitor.request(`/functions/v1/own-document?documentId=${read.documents[0].id}`, {
    headers: { 'x-booking-token': token ?? '' },
  })
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await visitor.request(`/functions/v1/own-document?documentId=${read.documents[0].id}`, {})).status).toBe(404)
  const address = { name: 'Praxis', street: 'Weg 1', postcode: '22767', town: 'Hamburg' }
  expect(await visitor.call('update-billing-address', { key: { token }, ...address })).toMatchObject({
    status: 409,
    body: { code: 'invoices.issued' },
  })
})

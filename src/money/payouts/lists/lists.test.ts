import { expect, test } from 'vitest'
import { enterAs, makeOwner, passCode } from '../../../../tests/factories.ts'
import { openPayoutFixtures, payoutAdminPassword } from '../../../../tests/payoutFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp({ ADMIN_PASSWORD: payoutAdminPassword, SEPA_PAYOUTS: '1' })
const { app, sandbox } = testApp
const { setting, signInAdmin, companyWithAccount, companyWithBank, paidBooking, runAs } = openPayoutFixtures(testApp)

async function threePayouts() {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  const company = await companyWithAccount({ companyName: '=Formel GmbH' })
  const other = await companyWithBank({ companyName: 'Andere GmbH' })
  await paidBooking(other.id, 40)
  await paidBooking(company.id, 100)
  await runAs(admin)
  await sandbox.control('account', { account: company.accountId, state: 'restricted' })
  await paidBooking(company.id, 50)
  expect((await runAs(admin)).body).toMatchObject({
    success: false,
    message: '0 erfolgreich, 1 fehlgeschlagen von 1 gesamt',
    details: '1 fehlgeschlagen: Der Zahlungsdienst hat die Auszahlung abgelehnt',
  })
  const owner = await makeOwner(app, company.id)
  const person = await passCode(app, await enterAs(app, testApp.newVisitor(), owner.email))
  return { admin, company, other, person }
}

test("a company's list, page by page, with our words for a failure; as a file, too", async () => {
  const { company, person } = await threePayouts()
  const { body } = await person.call('list-company-payouts', { companyId: company.id })
  expect(body.total).toBe(2)
  expect(body.payouts).toMatchObject([
    {
      status: 'failed',
      error_message: 'Der Zahlungsdienst hat die Auszahlung abgelehnt',
      amount: 50,
      platform_fee: 1.5,
      company_amount: 48.5,
      netted: 0,
      paid_amount: 48.5,
      bookings: 1,
    },
    { status: 'completed', error_message: null, amount: 100, platform_fee: 3, company_amount: 97, rail: 'transfer' },
  ])
  expect(body.waits).toBe(null)
  await setting('firstPayoutHoldDays', 7)
  const waiting = await person.call('list-company-payouts', { companyId: company.id })
  expect(waiting.body.waits).toEqual({ cause: 'firstPayout', text: 'Erste Auszahlung – nach Ablauf der Wartefrist' })
  expect(body.payouts[0]).not.toHaveProperty('stripe_transfer_id')
  const second = await person.call('list-company-payouts', { companyId: company.id, page: 2, pageSize: 1 })
  expect([second.body.total, second.body.payouts[0].id]).toEqual([2, body.payouts[1].id])
  const file = await person.request(`/functions/v1/company-payouts.csv?companyId=${company.id}`, {})
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="auszahlungen.csv"')
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...lines] = new TextDecoder().decode(bytes).trim().split('\r\n')
  expect(head).toMatch(/^Auszahlungsnummer;Erstellt am;/)
  expect(lines.map((line) => line.split(';').slice(4, 13).join(';'))).toEqual([
    '1;50,00;1,50;48,50;0,00;48,50;Direktauszahlung;Fehlgeschlagen;Der Zahlungsdienst hat die Auszahlung abgelehnt',
    '1;100,00;3,00;97,00;0,00;97,00;Direktauszahlung;Abgeschlossen;',
  ])
})

test("the operator's list has all fields of docs/spec.md, filters and sorts; the figures beside it", async () => {
  const { admin, company, other } = await threePayouts()
  const list = async (query: object = {}) => (await admin.call('admin-list-payouts', query)).body
  const all = await list()
  expect(all.total).toBe(3)
  const names = all.payouts.map((one: { company_name: string }) => one.company_name)
  // Payouts of one run have the same timestamp, so their order is not fixed.
  expect([names[0], names.slice(1).sort()]).toEqual(['=Formel GmbH', ['=Formel GmbH', 'Andere GmbH']])
  const failed = await list({ status: 'failed' })
  expect(failed.payouts).toMatchObject([{ company_id: company.id, stripe_transfer_id: null }])
  expect(failed.payouts[0].error_message).toMatch(/^Der Zahlungsdienst hat die Auszahlung abgelehnt: ./)
  const amounts = (await list({ sort: 'amountAsc' })).payouts.map((one: { company_amount: number }) => one.company_amount)
  expect(amounts).toEqual([38.8, 48.5, 97])
  expect((await list({ companyId: other.id })).total).toBe(1)
  expect((await list({ search: ' andere ' })).payouts).toMatchObject([{ company_id: other.id }])
  expect((await list({ search: 'GMBH', status: 'failed' })).total).toBe(1)
  expect((await list({ search: '%' })).total).toBe(0)
  expect((await list({ page: 2, pageSize: 2 })).payouts).toHaveLength(1)
  const { body } = await admin.call('admin-payout-stats', {})
  expect(body.total).toBe(3)
  expect(body.by_status).toEqual([
    { status: 'pending', payouts: 1, amount: 38.8, platform_fee: 1.2 },
    { status: 'completed', payouts: 1, amount: 97, platform_fee: 3 },
    { status: 'failed', payouts: 1, amount: 48.5, platform_fee: 1.5 },
  ])
})

test("the operator's file: of all companies or of some, with the company, the rail, and the words about a failure", async () => {
  const { admin, company } = await threePayouts()
  const read = async (query: string) => {
    const answer = await admin.request(`/functions/v1/admin-payouts.csv${query}`, {})
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="auszahlungen-alle.csv"')
    const [head = '', ...lines] = (await answer.text()).trim().split('\r\n')
    return { head: head.replace('\ufeff', '').split(';'), lines: lines.map((line) => line.split(';')) }
  }
  const { head, lines } = await read('')
  expect(head.slice(0, 2)).toEqual(['Firma', 'Auszahlungsnummer'])
  expect([head.includes('Anteil des Anbieters (EUR)'), head.some((title) => title.startsWith('Ihr'))]).toEqual([true, false])
  expect(head.slice(-4)).toEqual(['Fehlertext', 'Transfer', 'SEPA-Datei', 'Lauf'])
  expect(lines).toHaveLength(3)
  // A name that a spreadsheet would take for a formula is escaped.
  expect(lines.filter(([name]) => name === "'=Formel GmbH")).toHaveLength(2)
  const [failed] = (await read('?status=failed')).lines
  expect(failed?.at(-4)).toMatch(/^Der Zahlungsdienst hat die Auszahlung abgelehnt: ./)
  const [completed] = (await read(`?status=completed&companyId=${company.id}`)).lines
  expect(completed?.at(-3)).toMatch(/^tr_/)
  expect((await read(`?status=pending&companyId=${company.id}`)).lines).toEqual([])
  expect((await admin.request('/functions/v1/admin-payouts.csv?status=offen', {})).status).toBe(422)
})

import { expect, test } from 'vitest'
import { enterAs, makeOwner, passCode } from '../../tests/factories.ts'
import { openPayoutScenes, payoutAdminPassword } from '../../tests/payoutScenes.ts'
import { openWorld } from '../../tests/world.ts'

const world = await openWorld({ ADMIN_PASSWORD: payoutAdminPassword, SEPA_PAYOUTS: '1' })
const { app, sandbox } = world
const { setting, signInAdmin, companyWithAccount, companyWithBank, paidBooking, runAs } = openPayoutScenes(world)

async function threePayouts() {
  await setting('firstPayoutHoldDays', 0)
  const admin = await signInAdmin()
  const company = await companyWithAccount({ companyName: '=Formel GmbH' })
  const other = await companyWithBank({ companyName: 'Andere GmbH' })
  await paidBooking(other.id, 20)
  await paidBooking(company.id, 100)
  await runAs(admin)
  await sandbox.control('account', { account: company.accountId, state: 'restricted' })
  await paidBooking(company.id, 50)
  await runAs(admin)
  const owner = await makeOwner(app, company.id)
  const person = await passCode(app, await enterAs(app, world.newVisitor(), owner.email))
  return { admin, company, other, person }
}

test("a provider's list, page by page, with our words for a failure; as a file, too", async () => {
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

test("the operator's list has all fields of the specification, filters and sorts; the figures beside it", async () => {
  const { admin, company, other } = await threePayouts()
  const list = async (query: object = {}) => (await admin.call('admin-list-payouts', query)).body
  const all = await list()
  expect(all.total).toBe(3)
  const names = all.payouts.map((one: { company_name: string }) => one.company_name)
  // Those of one run were made in the same moment.
  expect([names[0], names.slice(1).sort()]).toEqual(['=Formel GmbH', ['=Formel GmbH', 'Andere GmbH']])
  const failed = await list({ status: 'failed' })
  expect(failed.payouts).toMatchObject([{ company_id: company.id, stripe_transfer_id: null }])
  expect(failed.payouts[0].error_message).toMatch(/^Der Zahlungsdienst hat die Auszahlung abgelehnt: ./)
  const amounts = (await list({ sort: 'amountAsc' })).payouts.map((one: { company_amount: number }) => one.company_amount)
  expect(amounts).toEqual([19.4, 48.5, 97])
  expect((await list({ companyId: other.id })).total).toBe(1)
  expect((await list({ page: 2, pageSize: 2 })).payouts).toHaveLength(1)
  const { body } = await admin.call('admin-payout-stats', {})
  expect(body.total).toBe(3)
  expect(body.by_status).toEqual([
    { status: 'pending', payouts: 1, amount: 19.4, platform_fee: 0.6 },
    { status: 'completed', payouts: 1, amount: 97, platform_fee: 3 },
    { status: 'failed', payouts: 1, amount: 48.5, platform_fee: 1.5 },
  ])
})

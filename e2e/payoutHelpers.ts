import { createHash, randomBytes } from 'node:crypto'
import { type APIRequestContext, type Page, request as visitors } from '@playwright/test'
import { isAbout } from './bankHelpers.ts'
import { addresses, awaitMails, control, expect, newAddress, openDatabase, queryDatabase, soon } from './fixtures.ts'
import { makeCompany } from './ownerHelpers.ts'
import { password } from './passwords.ts'

/** The browser itself logs answers that a test makes fail on the console. */
export const forced =
  /Failed to load resource: (the server responded with a status of (409|422|500)|net::ERR_(FAILED|INTERNET_DISCONNECTED))/
/** Card whose money is available at once; that of other cards is pending for days. */
const cardAtOnce = '4000000000000077'

/** An operator's session in the state after password and code: the real code is shared by all browsers (admin.spec.ts). */
async function operatorSession() {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  await queryDatabase(
    `insert into admin_sessions (token_hash, state, created_at, expires_at) values ($1, 'authenticated', now(), now() + interval '2 hours')`,
    [hash],
  )
  return token
}
export const operatorCookie = async () => `admin=${await operatorSession()}`
export const enterAsOperator = async (page: Page) =>
  page.context().addCookies([{ name: 'admin', value: await operatorSession(), url: addresses.product }])

export const callAs = async (request: APIRequestContext, name: string, data: object) => {
  const answer = await request.post(`/functions/v1/${name}`, { data })
  expect([name, answer.status()]).toEqual([name, 200])
  return answer.json()
}

/** The company's payable account at the PSP, in the state after the mailed link and the hold. */
export async function connectAccount(page: Page, companyId: string) {
  await callAs(page.request, 'open-payout-account', { companyId })
  const [row] = await queryDatabase('select account_id from payout_accounts where company_id = $1', [companyId])
  await control('account', { account: row?.account_id, state: 'enabled' })
  const canBePaid = async () =>
    (await queryDatabase('select can_be_paid from payout_accounts where company_id = $1', [companyId]))[0]?.can_be_paid
  await expect.poll(canBePaid, { timeout: 30_000 }).toBe(true)
  await queryDatabase('update payout_accounts set confirmed_target = target where company_id = $1', [companyId])
}

/** A paid booking of a visitor without an account: owners cannot book at their own company. */
export async function payBooking(companyId: string, amount: number) {
  const request = await visitors.newContext({ baseURL: addresses.product })
  const booking = {
    companyId,
    customerName: 'Katrin Bergmann',
    customerEmail: newAddress(),
    location: 'Schmale Gasse 12, 22767 Hamburg',
    date: soon(),
    time: '07:30',
    amount,
  }
  const { url } = await callAs(request, 'create-booking-payment', booking)
  const sessionId = new URL(url).pathname.split('/').at(-1) ?? ''
  await control('pay', { session: sessionId, card: cardAtOnce })
  const [checkout] = await queryDatabase('select booking_id from checkouts where session_id = $1', [sessionId])
  expect(await callAs(request, 'verify-payment', { sessionId, bookingId: checkout?.booking_id })).toMatchObject({ paid: true })
  await request.dispose()
}

/**
 * Adds available balance at the PSP, at a company without payouts. Other tests refund money that is not available yet, and so could use up
 * this test's balance.
 */
export async function fillBalance(request: APIRequestContext) {
  const email = newAddress()
  await request.post('/auth/v1/sign-up', { data: { email, password } })
  await payBooking(await makeCompany(email), 9_000)
}

/** Bank details, confirmed by the mailed link. */
export async function confirmBank(request: APIRequestContext, { email, companyId }: { email: string; companyId: string }) {
  const bankDetails = { account_holder: 'Hafenkante Gebäudepflege', bank_account: 'DE89370400440532013000', bank_code: '' }
  await callAs(request, 'request-bank-details-update', { companyId, bankDetails })
  const [mail] = await awaitMails(isAbout(email, /Bitte bestätigen Sie Ihre neuen Bankdaten/), 1)
  await callAs(request, 'verify-bank-update', { token: /[?&]token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] })
}

/** Older payouts, by bank file so that no job sends them again: twenty-five completed, one pending, one returned with a deduction. */
export async function insertPayouts(companyId: string) {
  await queryDatabase(
    `with runs as (
       insert into payout_runs (trigger, takes, rhythms, started_at, claimed_at, finished_at)
       select 'schedule', 'payable', '{weekly}', now() - n * interval '7 days', now(), now()
       from generate_series(1, 27) as n
       returning id, started_at
     ),
     numbered as (select id, started_at, row_number() over (order by started_at desc) as n from runs)
     insert into payouts
       (company_id, run_id, rail, account_id, period_start, period_end, bookings, amount_cents, platform_fee_cents, company_amount_cents,
        netted_cents, status, error_code, processed_at, returned_at, created_at)
     select $1, id, 'sepa', null, started_at::date - 6, started_at::date, 1, 10000, 300, 9700, case when n = 2 then 500 else 0 end,
       case n when 1 then 'pending' when 2 then 'failed' else 'completed' end, case when n = 2 then 'returned' end,
       case when n > 1 then started_at end, case when n = 2 then started_at end, started_at
     from numbered`,
    [companyId],
  )
}

/** Deletes the payouts inserted without bookings and ledger entries, so that the invariants hold again for later tests. */
export async function removeInsertedPayouts(companyId: string) {
  const client = await openDatabase()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      'delete from payouts where company_id = $1 and not exists (select from payout_items where payout_items.payout_id = payouts.id)',
      [companyId],
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Holds the lease of payout runs: no run starts during the work (src/money/payouts/runs/actions.ts). */
export async function underRunLease(work: () => Promise<void>) {
  const holder = '00000000-0000-4000-8000-000000000001'
  const take = () =>
    queryDatabase(
      `insert into leases (name, holder, until) values ('payouts.run', $1, now() + interval '2 minutes') on conflict do nothing returning name`,
      [holder],
    )
  // Other journeys start runs, too.
  await expect.poll(async () => (await take()).length, { timeout: 30_000 }).toBe(1)
  try {
    await work()
  } finally {
    await queryDatabase('delete from leases where holder = $1', [holder])
  }
}

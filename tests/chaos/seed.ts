import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { encryptBank } from '#src/money/payouts/bank/encryptionActions.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import { hashToken } from '#src/platform/server/secrets.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import type { PlanOwner } from './planActors.ts'
import type { System } from './system.ts'

/** The parts of the system that the companies are written to. */
type SeedTarget = Pick<System, 'config' | 'control'> & { database: Pick<System['database'], 'url'> }

const withAccount = 24
const withBank = 6
/** Number of companies that subscribe to plans, and take no bookings. */
const withPlan = 10
/**
 * Number of companies with a mandate for their customers' invoices; their customers are businesses, which get the invoice with the
 * payment.
 */
const withMandate = 8

/**
 * A company that takes bookings, and the service that it sells by the hour, or by an estimate; `isFree`: it hides the service and takes any
 * amount.
 */
export type SeededCompany = {
  id: string
  service: ServiceView
  hasCalendar: boolean
  isMandated: boolean
  isFree: boolean
  owner: CompanyOwner
  /** The owner, if the company answers requests. */
  asked: CompanyOwner | undefined
}
/** A company, and the cookie of its owner after the code; `isEstimated`: it names the price of each request. */
export type CompanyOwner = { companyId: string; cookie: string; isEstimated: boolean }
/**
 * One company in `everyWithCalendar` has a calendar: two people, open day and night. One in `everyWithRequests`, every second of them, takes
 * requests.
 */
const everyWithCalendar = 6
const everyWithRequests = 12

/** One in this many of the companies without a calendar shows no service, or sells by an estimate. */
const everyFree = 4
const everyEstimated = 5

/** Odd cents and half hours, so that every total is rounded. */
async function insertCompanyDetails(client: pg.Client, companyId: string, number: number): Promise<SeededCompany> {
  const hasCalendar = number % everyWithCalendar === 0
  const takesRequests = number % everyWithRequests === 0
  const isFree = number % everyFree === 1
  const isEstimated = !isFree && number % everyEstimated === 2
  if (hasCalendar) await client.query(newCalendar, [companyId])
  const sold = isEstimated
    ? ({ priceKind: 'from', priceCents: 1_111, priceToCents: 1_777, unit: 'Raum' } as const)
    : ({ priceKind: 'hourly', priceCents: 3_333, priceToCents: null, unit: null } as const)
  const offer = {
    title: 'Büro reinigen',
    ...sold,
    minutes: null,
    minutesPerUnit: null,
    isSpread: false,
    places: ['customer'],
    // Most orders of several hours are jobs with a deposit, which supplements, instalments, tips and invoices follow.
    ...(sold.priceKind === 'hourly' && !hasCalendar ? { depositPercent: 25, restParts: 2 } : { depositPercent: null, restParts: 1 }),
  } as const
  const { rows } = await client.query<{ id: string }>(
    `insert into services (company_id, title, price_kind, price_cents, price_to_cents, unit, places, position, booking_mode, hidden_at, deposit_percent, rest_parts, created_at, updated_at)
    values ($1, $2, $3, $4, $8, $9, $5, 0, $6, case when $7 then now() end, $10, $11, now(), now())
    returning id`,
    [
      companyId,
      offer.title,
      offer.priceKind,
      offer.priceCents,
      offer.places,
      takesRequests ? 'request' : 'instant',
      isFree,
      offer.priceToCents,
      offer.unit,
      offer.depositPercent,
      offer.restParts,
    ],
  )
  const id = rows[0]?.id ?? ''
  const option = { optionGroup: null, title: 'Fenster', surchargeCents: 1_299 }
  const added = await client.query<{ id: string }>(
    'insert into service_options (service_id, title, surcharge_cents, position) values ($1, $2, $3, 0) returning id',
    [id, option.title, option.surchargeCents],
  )
  const options = [{ ...option, id: added.rows[0]?.id ?? '' }]
  const shown = { ...offer, places: [...offer.places], catalogueId: null, description: '', questions: [], picture: null }
  const owner = { companyId, cookie: await signInOwner(client, companyId), isEstimated }
  const asked = takesRequests || isEstimated ? owner : undefined
  return { id: companyId, service: { ...shown, id, options }, hasCalendar, isMandated: false, isFree, owner, asked }
}

const mandate = `
  with
    seated as (update companies set postcode = '22767', town = 'Hamburg' where id = $1),
    taxed as (insert into tax_profiles (company_id, valid_from, status, vat_id) values ($1, '2020-01-01', 'regular', 'DE136695976'))
  insert into invoice_mandates (company_id, version, accepted_text, accepted_at)
  -- Jobs with a deposit are moved into the past (instalmentActors.ts), and are billed then.
  values ($1, 'Sturm', 'Sturm', now() - interval '30 days')`

/** Creates an owner's session after the code; returns its cookie. */
async function signInOwner(client: pg.Client, companyId: string) {
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `with
      owner as (
        insert into users (email, password_hash, sign_up_id, confirmed_at, created_at, password_changed_at)
        values ($1, '', gen_random_uuid(), now(), now(), now())
        returning id
      ),
      session as (
        insert into sessions (user_id, token_hash, device, created_at, seen_at, expires_at, stepped_up_at)
        select id, $2, 'Sturm', now(), now(), now() + interval '1 day', now()
        from owner
      )
    update companies
    set user_id = owner.id
    from owner
    where companies.id = $3`,
    [`inhaber-${companyId}@anbieter.example`, hashToken(token), companyId],
  )
  return `session=${token}`
}

const newCalendar = `
  with
    calendar as (insert into calendars (company_id, updated_at) values ($1, now()) returning company_id),
    people as (
      insert into resources (company_id, kind, name, position)
      select company_id, 'person', 'Person ' || position, position
      from calendar
      cross join generate_series(1, 2) as position
    )
  insert into opening_hours (company_id, weekday, minutes)
  select company_id, weekday, '[0,1440)'
  from calendar
  cross join generate_series(1, 7) as weekday`

/** No payout is held; all kinds of payment methods are offered; and invoices are issued for any past month (timeActor.ts). */
const settings: [string, unknown][] = [
  ['firstPayoutHoldDays', 0],
  [
    'paymentMethods',
    { direct: ['paypal', 'klarna', 'card', 'sepaDebit'], held: ['paypal', 'klarna', 'card'], subscription: ['card', 'sepaDebit'] },
  ],
  ['invoices', { since: '2020-01', taxNumber: '' }],
  [
    'operator',
    {
      name: 'Handschlag GmbH',
      address: 'Deichstraße 1\n20459 Hamburg',
      email: 'post@handschlag.example',
      phone: '+49 40 1234567',
      representedBy: 'Hanna Schlag',
      vatId: 'DE136695976',
    },
  ],
]

/** A confirmed request with quotes from all its companies, and its customer's token. */
export type QuotedRequest = { token: string; quoteIds: string[]; date: string; time: string }
const requests = 80
const perRequest = 4

async function seedQuotes(client: pg.Client, companyIds: readonly string[]): Promise<QuotedRequest[]> {
  const date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const offered: QuotedRequest[] = []
  for (let at = 0; at < requests; at++) {
    const token = randomBytes(32).toString('base64url')
    const asked = Array.from({ length: perRequest }, (_, place) => companyIds[(at + place) % companyIds.length])
    const { rows } = await client.query<{ id: string }>(newQuotes, [
      `kunde-a${at}@sturm.example`,
      asked,
      hashToken(token),
      berlinInstant(date, '10:00'),
    ])
    offered.push({ token, quoteIds: rows.map(({ id }) => id), date, time: '10:00' })
  }
  return offered
}

const newQuotes = `
  with
    request as (
      insert into quote_requests
        (status, category, words, title, description, postcode, urgency, customer_name, customer_email, company_ids, asks_further, created_at, confirmed_at)
      values
        ('open', 'Reinigung', '', 'Büro reinigen', 'Büro reinigen, zwei Teeküchen.', '22767', 'soon', 'Katrin Bergmann', $1, $2::uuid[], false, now(), now())
      returning id
    ),
    link as (
      insert into quote_links (token_hash, request_id, expires_at)
      select $3, id, now() + interval '90 days'
      from request
    ),
    offer as (
      insert into quotes
        (request_id, company_id, status, asked_at, answer_by, offered_at, offer_title, offer_text, total_cents, minutes, valid_until)
      select request.id, company_id, 'offered', now(), now() + interval '72 hours', now(), 'Büro reinigen', 'Mit allem.', 23_457, 120,
        now() + interval '7 days'
      from request
      cross join unnest($2::uuid[]) as company_id
      returning id
    )
  insert into quote_slots (quote_id, starts_at)
  select id, $4::timestamptz
  from offer
  returning quote_id as id`

/**
 * Creates companies on both rails, with no holds on their payouts, one that cannot be paid out, so that its customers' money stays on the
 * balance, and some without a plan. Written directly to the database, because registration is not tested here.
 */
export async function seedCompanies({ database, config, control }: SeedTarget) {
  const client = new pg.Client(database.url)
  await client.connect()
  const payments = stripePayments(config.stripe)
  const make = async (name: string) => {
    const email = `${name.toLowerCase().replace(' ', '')}@anbieter.example`
    const { rows } = await client.query<{ id: string }>(
      `insert into companies (company_name, category, description, location, street, contact_person, email, phone, plan, subscription_status)
      values ($1, 'Reinigung', 'Sauber.', '22767 Hamburg', 'Große Straße 3', 'Meike Petersen', $2, '+49 40 66969101', $3, 'active')
      returning id`,
      [name, email, name.length % 2 ? 'basic' : 'premium'],
    )
    return { id: rows[0]?.id ?? '', email, name }
  }
  async function connect({ id, email, name, isConfirmed }: { id: string; email: string; name: string; isConfirmed: boolean }) {
    const { id: account } = await payments.createPayoutAccount({ companyId: id, email, name, idempotencyKey: `chaos:${id}` })
    await control('account', { account, state: 'enabled' })
    const target = (await payments.findPayoutAccount(account))?.bankAccount?.fingerprint
    await client.query(
      `insert into payout_accounts (company_id, account_id, asked_at, can_be_paid, details_submitted, target, confirmed_target)
      values ($1, $2, now(), true, true, $3, $4)`,
      [id, account, target, isConfirmed ? target : null],
    )
    await client.query('update companies set stripe_connect_account_id = $2 where id = $1', [id, account])
  }
  try {
    for (const [key, value] of settings) {
      await client.query(
        'insert into settings (key, value, updated_at) values ($1, $2, now()) on conflict (key) do update set value = excluded.value',
        [key, JSON.stringify(value)],
      )
    }
    const companies: SeededCompany[] = []
    for (let number = 1; number <= withAccount; number++) {
      const { id, email, name } = await make(`Konto ${number}`)
      await connect({ id, email, name, isConfirmed: true })
      const isMandated = number <= withMandate
      if (isMandated) await client.query(mandate, [id])
      companies.push({ ...(await insertCompanyDetails(client, id, number)), isMandated })
    }
    for (let number = 1; number <= withBank; number++) {
      const { id, email, name } = await make(`Bank ${number}`)
      // Ready at the PSP, but the owner never opened the mailed link: payouts keep going to the bank details.
      await connect({ id, email, name, isConfirmed: false })
      const details = { account_holder: name, bank_account: 'DE89370400440532013000', bank_code: null }
      const sealed = encryptBank({ config, random: randomBytes }, id, details)
      await client.query('insert into bank_details (company_id, sealed, confirmed_at) values ($1, $2, now())', [id, sealed])
      companies.push(await insertCompanyDetails(client, id, 1))
    }
    const { id: cushion } = await make('Ohne Konto')
    const planOwners: PlanOwner[] = []
    for (let number = 1; number <= withPlan; number++) {
      const { id: companyId } = await make(`Plan ${number}`)
      await client.query("update companies set subscription_status = 'incomplete' where id = $1", [companyId])
      planOwners.push({ companyId, cookie: await signInOwner(client, companyId), isDefaulting: number % 3 === 0 })
    }
    const offered = await seedQuotes(
      client,
      companies.filter(({ hasCalendar }) => !hasCalendar).map(({ id }) => id),
    )
    return { companies, cushion, offered, planOwners }
  } finally {
    await client.end()
  }
}

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { sealBank } from '#src/payouts/bank/sealActions.ts'
import { stripePayments } from '#src/ports/stripePayments.ts'
import type { Stage } from './stage.ts'

const withAccount = 24
const withBank = 6

/**
 * Companies on both rails, with no holds on their payouts, and one that cannot be paid out: its customers' money stays on the balance.
 * Written directly to the database, because registration is not tested here.
 */
export async function seedCompanies({ database, config, control }: Stage) {
  const client = new pg.Client(database.url)
  await client.connect()
  const payments = stripePayments(config.stripe)
  const make = async (name: string) => {
    const email = `${name.toLowerCase().replace(' ', '')}@anbieter.example`
    const { rows } = await client.query<{ id: string }>(
      `insert into companies (company_name, category, description, location, contact_person, email, phone, plan, subscription_status)
      values ($1, 'Reinigung', 'Sauber.', '22767 Hamburg', 'Meike Petersen', $2, '+49 40 66969101', $3, 'active')
      returning id`,
      [name, email, name.length % 2 ? 'basic' : 'premium'],
    )
    return { id: rows[0]?.id ?? '', email, name }
  }
  try {
    await client.query("insert into settings (key, value, updated_at) values ('firstPayoutHoldDays', '0', now())")
    const companies: string[] = []
    for (let number = 1; number <= withAccount; number++) {
      const { id, email, name } = await make(`Konto ${number}`)
      const account = await payments.createPayoutAccount({ companyId: id, email, name, idempotencyKey: `storm:${id}` })
      await control('account', { account: account.id, state: 'enabled' })
      await client.query(
        `insert into payout_accounts (company_id, account_id, asked_at, can_be_paid, details_submitted)
        values ($1, $2, now(), true, true)`,
        [id, account.id],
      )
      await client.query('update companies set stripe_connect_account_id = $2 where id = $1', [id, account.id])
      companies.push(id)
    }
    for (let number = 1; number <= withBank; number++) {
      const { id, name } = await make(`Bank ${number}`)
      const details = { account_holder: name, bank_account: 'DE89370400440532013000', bank_code: null }
      const sealed = sealBank({ config, random: randomBytes }, id, details)
      await client.query('insert into bank_details (company_id, sealed, confirmed_at) values ($1, $2, now())', [id, sealed])
      companies.push(id)
    }
    const { id: cushion } = await make('Ohne Konto')
    return { companies, cushion }
  } finally {
    await client.end()
  }
}

import { sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import { columnsOf } from '../fields/columns.ts'
import { type CompanyFields, fieldNames } from '../fields/fields.ts'

/**
 * Locks the person, so that their registrations, claims and name changes run one after the other. The weak lock still lets other
 * transactions insert rows that refer to the person.
 */
export const lockPerson = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()

type Chosen = { userId: string; plan: 'basic' | 'premium'; fields: CompanyFields; now: Date }

/** Columns of a company that its registration chooses. */
const chosenOf = ({ userId, plan, fields, now }: Chosen) => ({
  ...columnsOf(fields, fieldNames),
  emailProven: isAccountAddress({ userId, email: fields.email }),
  plan,
  updatedAt: now,
})

/**
 * Inserts the person's company of this name, or overwrites it while it is unfinished (docs/spec.md#registration). Leaves suspended,
 * verified and granted as they are.
 */
export const upsertUnfinishedCompany = (tx: Transaction, chosen: Chosen) =>
  tx
    .insertInto('companies')
    .values({ ...chosenOf(chosen), userId: chosen.userId, createdAt: chosen.now })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'nameKey'])
        .where('subscriptionStatus', '=', 'incomplete')
        .where('archivedAt', 'is', null)
        .doUpdateSet(chosenOf(chosen)),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

/** SQL condition: the address is the account's confirmed one, which needs no link. */
const isAccountAddress = ({ userId, email }: { userId: string; email: string }) => sql<boolean>`(
  select lower(email) = lower(btrim(${email}))
  from users
  where id = ${userId}
)`

const nameKeyOf = (name: string) => sql<string>`lower(btrim(${name}) collate "de-x-icu")`

/** Company of this person and name whose subscription was paid and has not ended. */
export const findPaidNamesake = (tx: Transaction, { userId, fields }: { userId: string; fields: CompanyFields }) =>
  tx
    .selectFrom('companies')
    .select('id')
    .where('userId', '=', userId)
    .where('nameKey', '=', nameKeyOf(fields.company_name))
    .where('subscriptionStatus', 'in', ['active', 'past_due', 'unpaid'])
    .where('archivedAt', 'is', null)
    .executeTakeFirst()

/** Overwrites the person's unfinished company, including its name; undefined if there is none, or another one has the name. */
export const renameUnfinishedCompany = (tx: Transaction, { id, ...chosen }: Chosen & { id: string }) =>
  tx
    .updateTable('companies')
    .set(chosenOf(chosen))
    .where('id', '=', id)
    .where('userId', '=', chosen.userId)
    .where('subscriptionStatus', '=', 'incomplete')
    .where('archivedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('companies as namesake')
            .select('namesake.id')
            .where('namesake.id', '!=', id)
            .where('namesake.userId', '=', chosen.userId)
            .where('namesake.nameKey', '=', nameKeyOf(chosen.fields.company_name))
            .where('namesake.subscriptionStatus', '=', 'incomplete')
            .where('namesake.archivedAt', 'is', null),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()

export const countCompaniesOf = (tx: Transaction, userId: string) =>
  countRows(tx.selectFrom('companies').where('userId', '=', userId).where('archivedAt', 'is', null))

/** Company data for its subscription, with its owner; undefined for an unknown id. */
export const findSubscriber = (db: Database | Transaction, id: string) =>
  db
    .selectFrom('companies')
    .leftJoin('users', 'users.id', 'companies.userId')
    .select([
      'companies.id',
      'companies.companyName',
      'companies.email',
      'companies.plan',
      'companies.premium',
      'companies.subscriptionStatus',
      'companies.subscriptionKind',
      'companies.stripeCustomerId',
      'companies.isListed',
      'companies.suspendedAt',
      'companies.archivedAt',
      'users.email as ownerEmail',
    ])
    .where('companies.id', '=', id)
    .executeTakeFirst()

/** Stores the customer id at the PSP unless there is one already. Returns the stored id. */
export const attachCustomer = (db: Database, { id, customerId }: { id: string; customerId: string }) =>
  db
    .updateTable('companies')
    .set({ stripeCustomerId: sql<string>`coalesce(stripe_customer_id, ${customerId})` })
    .where('id', '=', id)
    .returning('stripeCustomerId')
    .executeTakeFirstOrThrow()

/** Copies the subscription's state to its company; a plan granted by the operator is kept. */
export const markSubscribed = (tx: Transaction, { id, now, ...copy }: SubscriptionCopy) =>
  tx
    .updateTable('companies')
    .set({
      ...(copy.plan ? { plan: copy.plan } : {}),
      premium: copy.premium,
      subscriptionStatus: copy.status,
      stripeCustomerId: copy.customerId,
      updatedAt: now,
    })
    .where('id', '=', id)
    .where('subscriptionKind', '=', 'paid')
    .returning('id')
    .executeTakeFirst()

export type SubscriptionCopy = {
  id: string
  status: 'active' | 'past_due' | 'unpaid' | 'canceled'
  /** Null keeps the plan, because nothing was ever paid. */
  plan: 'basic' | 'premium' | null
  premium: boolean
  customerId: string
  now: Date
}

import { type SqlBool, sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { Letter } from './rules.ts'

type Db = Database | Transaction
type Part = { limit: number; offset: number }

/** Selects verified, listed companies with an address, including those that opted out (`hasOptedOut`). */
const candidates = (db: Db) =>
  db
    .selectFrom('companies as company')
    .where('company.isListed', '=', true)
    .where('company.verified', '=', true)
    .where('company.emailProven', '=', true)
    .where(sql<SqlBool>`btrim(company.email) <> ''`)

/** Condition: a company with the same address opted out. Compared by address, because another company may share it. */
const hasOptedOut = sql<boolean>`lower(company.email) in (
  select lower(other.email)
  from mailing_opt_outs as opt_out
  join companies as other on other.id = opt_out.company_id
)`

/** Number of recipients of a mailing that starts now, and of those excluded by an opt-out. */
export const countCandidates = (db: Db) =>
  candidates(db)
    .select([
      sql<number>`count(*) filter (where not ${hasOptedOut})`.as('recipients'),
      sql<number>`count(*) filter (where ${hasOptedOut})`.as('optedOut'),
    ])
    .executeTakeFirstOrThrow()

/** Lists one page of the candidates, by name. */
export const listCandidates = (db: Db, { limit, offset }: Part) =>
  candidates(db)
    .select(['company.companyName', 'company.contactPerson', 'company.email', hasOptedOut.as('optedOut')])
    .orderBy(sql`company.company_name collate "de-x-icu"`)
    .orderBy('company.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Finds the recipient of the preview: the first by name. */
export const findFirstRecipient = (db: Db) =>
  candidates(db)
    .select(['company.companyName', 'company.contactPerson', 'company.email'])
    .where(sql<SqlBool>`not ${hasOptedOut}`)
    .orderBy(sql`company.company_name collate "de-x-icu"`)
    .orderBy('company.id')
    .limit(1)
    .executeTakeFirst()

type NewMailing = Letter & { recipients: number; optedOut: number; now: Date }

/** Inserts a running mailing. Only one may run: a second one violates the unique index `mailings_running`. */
export const insertMailing = (tx: Transaction, { now, ...mailing }: NewMailing) =>
  tx
    .insertInto('mailings')
    .values({ ...mailing, startedAt: now, nextAt: now })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('status', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst()

/** Inserts the current recipients in the order of their names; returns their number. */
export async function insertRecipients(tx: Transaction, mailingId: string) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mailingRecipients')
    .columns(['mailingId', 'position', 'companyId', 'companyName', 'contactPerson', 'email'])
    .expression(
      candidates(tx)
        .where(sql<SqlBool>`not ${hasOptedOut}`)
        .select([
          sql<string>`${mailingId}::uuid`.as('mailingId'),
          sql<number>`row_number() over (order by company.company_name collate "de-x-icu", company.id)`.as('position'),
          'company.id',
          'company.companyName',
          'company.contactPerson',
          sql<string>`btrim(company.email)`.as('email'),
        ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

const shown = ['id', 'subject', 'message', 'status', 'recipients', 'optedOut', 'startedAt', 'endedAt', 'unreachableSince'] as const

export const findMailing = (db: Db, id: string) => db.selectFrom('mailings').select(shown).where('id', '=', id).executeTakeFirst()

/** Finds the running mailing, or the newest. */
export const findCurrentMailing = (db: Db) =>
  db.selectFrom('mailings').select(shown).orderBy(sql`status = 'running'`, 'desc').orderBy('startedAt', 'desc').limit(1).executeTakeFirst()
export type MailingRow = NonNullable<Awaited<ReturnType<typeof findMailing>>>

const recipientsThat = (status: 'sent' | 'failed') =>
  sql<number>`(select count(*) from mailing_recipients where mailing_id = mailings.id and status = ${status})`

export const listMailings = (db: Db, { limit, offset }: Part) =>
  db
    .selectFrom('mailings')
    .select(shown)
    .select([recipientsThat('sent').as('sent'), recipientsThat('failed').as('failed')])
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countMailings = (db: Db) => countRows(db.selectFrom('mailings'))

/** Stops a running mailing; undefined if it does not run. */
export const markStopped = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('mailings')
    .set({ status: 'stopped', endedAt: now, unreachableSince: null })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()

/** Serializes starting and resuming mailings. */
export const lockMailings = (tx: Transaction) => sql`lock table mailings in share row exclusive mode`.execute(tx)

/** Sets an ended mailing to running; undefined while another one runs. The caller holds the lock. */
export const markResumed = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('mailings')
    .set({ status: 'running', endedAt: null, nextAt: now, unreachableSince: null })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mailings as other').select('other.id').where('other.status', '=', 'running'))),
    )
    .returning('id')
    .executeTakeFirst()

/** Deletes old mailings with their recipients. */
export const deleteOldMailings = (db: Db, before: Date) => db.deleteFrom('mailings').where('endedAt', '<', before).execute()

/** Finds the company of an address, and whether it opted out. */
export const findCompanyByEmail = (db: Db, email: string) =>
  db
    .selectFrom('companies as company')
    .select(['company.id', hasOptedOut.as('optedOut')])
    .where(sql<SqlBool>`lower(company.email) = ${email}`)
    .where('company.archivedAt', 'is', null)
    .orderBy('company.createdAt')
    .limit(1)
    .executeTakeFirst()

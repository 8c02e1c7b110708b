import { sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { Next } from './rules.ts'

type Db = Database | Transaction
type Lease = { mailingId: string; lease: string }
export type ResultFilter = { mailingId: string; result?: 'sent' | 'failed' | 'waiting' | undefined }

const shown = [
  'id',
  'position',
  'companyName',
  'email',
  'status',
  'messageId',
  'errorCode',
  'smtpCode',
  'attempts',
  'processedAt',
  'nextTryAt',
] as const

export const countByStatus = (db: Db, mailingId: string) =>
  db
    .selectFrom('mailingRecipients')
    .select([
      sql<number>`count(*) filter (where status = 'sent')`.as('sent'),
      sql<number>`count(*) filter (where status = 'failed')`.as('failed'),
      sql<number>`count(*) filter (where status = 'waiting')`.as('waiting'),
      // Time of the earliest retry; null if a recipient may be tried now.
      sql<Date | null>`case
        when bool_and(next_try_at is not null) filter (where status = 'waiting')
        then min(next_try_at) filter (where status = 'waiting')
      end`.as('waitsUntil'),
    ])
    .where('mailingId', '=', mailingId)
    .executeTakeFirstOrThrow()

const results = (db: Db, { mailingId, result }: ResultFilter) =>
  db
    .selectFrom('mailingRecipients')
    .where('mailingId', '=', mailingId)
    .$if(result !== undefined, (query) => query.where('status', '=', result ?? 'sent'))

export const listResults = (db: Db, { limit, offset, ...filter }: ResultFilter & { limit: number; offset: number }) =>
  results(db, filter).select(shown).orderBy('position').limit(limit).offset(offset).execute()
export type ResultRow = Awaited<ReturnType<typeof listResults>>[number]

export const countResults = (db: Db, filter: ResultFilter) => countRows(results(db, filter))

/** Lists the next results after a position, for exports in batches. */
export const listResultsAfter = (db: Db, { after, limit, ...filter }: ResultFilter & { after: number; limit: number }) =>
  results(db, filter).select(shown).where('position', '>', after).orderBy('position').limit(limit).execute()

/** Acquires the lease of a running mailing, if it is free. An expired lease belongs to a sender that crashed. */
export const claimMailing = (db: Db, { mailingId, lease, now, until }: Lease & { now: Date; until: Date }) =>
  db
    .updateTable('mailings')
    .set({ lease, leasedUntil: until })
    .where('id', '=', mailingId)
    .where('status', '=', 'running')
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<=', now)]))
    .returning(['id', 'subject', 'message', 'nextAt'])
    .executeTakeFirst()
export type ClaimedMailing = NonNullable<Awaited<ReturnType<typeof claimMailing>>>

/** Renews the sender's lease. Updates no row if another sender holds the lease now. */
export const markAlive = (db: Db, { mailingId, lease, until }: Lease & { until: Date }) =>
  db.updateTable('mailings').set({ leasedUntil: until }).where('id', '=', mailingId).where('lease', '=', lease).execute()

export const releaseMailing = (tx: Transaction, { mailingId, lease }: Lease) =>
  tx
    .updateTable('mailings')
    .set({ lease: null, leasedUntil: null })
    .where('id', '=', mailingId)
    .where('lease', '=', lease)
    .returning(['status', 'nextAt'])
    .executeTakeFirst()

/** Finds a running mailing without a sender: it crashed, or a retry is due. */
export const findUnleased = async (db: Db, now: Date) => {
  const { rows } = await sql<{ id: string }>`
    select id
    from mailings
    where status = 'running'
      and next_at <= ${now}
      and (leased_until is null or leased_until <= ${now})
      and (
        exists (
          select 1
          from mailing_recipients
          where mailing_id = mailings.id
            and status = 'waiting'
            and (next_try_at is null or next_try_at <= ${now})
        )
        or not exists (select 1 from mailing_recipients where mailing_id = mailings.id and status = 'waiting')
      )`.execute(db)
  return rows[0]
}

/** Finds the next recipient by position: untried, or due for a retry. */
export const findNext = (db: Db, { mailingId, now }: { mailingId: string; now: Date }) =>
  db
    .selectFrom('mailingRecipients as recipient')
    .leftJoin('companies as company', 'company.id', 'recipient.companyId')
    .select([
      'recipient.id',
      'recipient.companyId',
      'recipient.position',
      'recipient.companyName',
      'recipient.contactPerson',
      'recipient.email',
      sql<boolean>`company.id is null or company.archived_at is not null`.as('isGone'),
      sql<boolean>`exists (
        select 1
        from mailing_opt_outs as opt_out
        join companies as other on other.id = opt_out.company_id
        where other.id = recipient.company_id or lower(other.email) = lower(recipient.email)
      )`.as('hasOptedOut'),
    ])
    .where('recipient.mailingId', '=', mailingId)
    .where('recipient.status', '=', 'waiting')
    .where((where) => where.or([where('recipient.nextTryAt', 'is', null), where('recipient.nextTryAt', '<=', now)]))
    .orderBy('recipient.position')
    .limit(1)
    .executeTakeFirst()
export type NextRecipient = NonNullable<Awaited<ReturnType<typeof findNext>>>

/**
 * Records a transmission before it begins: only for the sender that holds the lease, and only while the mailing runs. All retries keep the
 * Message-ID of the first transmission.
 */
export const markBegun = (db: Db, { id, messageId, ...held }: Lease & { id: string; messageId: string }) =>
  db
    .updateTable('mailingRecipients')
    .set(({ fn, val, ref }) => ({
      attempts: sql`attempts + 1`,
      messageId: fn.coalesce(ref('messageId'), val(messageId)),
    }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mailings')
          .select('mailings.id')
          .where('mailings.id', '=', held.mailingId)
          .where('mailings.status', '=', 'running')
          .where('mailings.lease', '=', held.lease),
      ),
    )
    .returning(['messageId', 'attempts', 'deferrals'])
    .executeTakeFirst()

/** Stores the result of a transmission; a final result is never overwritten. */
export const markOutcome = (db: Db, { id, next, now }: { id: string; next: Next; now: Date }) =>
  db
    .updateTable('mailingRecipients')
    .set(
      next.status === 'waiting'
        ? { nextTryAt: after(now, next.afterMs), deferrals: next.isDeferral ? sql`deferrals + 1` : sql`deferrals` }
        : {
            status: next.status,
            processedAt: now,
            nextTryAt: null,
            errorCode: next.status === 'failed' ? next.errorCode : null,
            smtpCode: next.status === 'failed' ? next.smtpCode : null,
          },
    )
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()

type Pause = { mailingId: string; nextAt: Date; isUnreachable: boolean; now: Date }

/** Stores when the next mail may be sent, and since when the mail server has been unreachable, if it is. */
export const markPause = (tx: Transaction, { mailingId, nextAt, isUnreachable, now }: Pause) =>
  tx
    .updateTable('mailings')
    .set(({ fn, ref, val }) => ({ nextAt, unreachableSince: isUnreachable ? fn.coalesce(ref('unreachableSince'), val(now)) : null }))
    .where('id', '=', mailingId)
    .execute()

/** Finishes a mailing without waiting recipients; updates no row while any are left. */
export const markFinished = (db: Db, { mailingId, now }: { mailingId: string; now: Date }) =>
  db
    .updateTable('mailings')
    .set({ status: 'finished', endedAt: now, unreachableSince: null })
    .where('id', '=', mailingId)
    .where('status', '=', 'running')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mailingRecipients')
            .select('mailingRecipients.id')
            .where('mailingRecipients.mailingId', '=', mailingId)
            .where('mailingRecipients.status', '=', 'waiting'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()

/** Makes failed recipients wait again, all of a mailing or one. Each keeps its Message-ID. Returns their number. */
export async function reopenFailed(tx: Transaction, { mailingId, recipientId }: { mailingId: string; recipientId?: string | undefined }) {
  const { numUpdatedRows } = await tx
    .updateTable('mailingRecipients')
    .set({ status: 'waiting', processedAt: null, errorCode: null, smtpCode: null, nextTryAt: null, attempts: 0, deferrals: 0 })
    .where('mailingId', '=', mailingId)
    .where('status', '=', 'failed')
    .$if(recipientId !== undefined, (query) => query.where('id', '=', recipientId ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Makes the postponed retries of a stopped mailing due at once, because it is being resumed. */
export async function wakeWaiting(tx: Transaction, mailingId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('mailingRecipients')
    .set({ nextTryAt: null })
    .where('mailingId', '=', mailingId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes name and address of recipients whose company was deleted or anonymised; the result of the mail is kept. */
export const anonymiseRecipients = (db: Db) =>
  sql`
    update mailing_recipients
    set company_name = 'Gelöschter Anbieter', contact_person = '', email = ''
    where status <> 'waiting'
      and email <> ''
      and not exists (
        select 1
        from companies
        where companies.id = mailing_recipients.company_id
          and companies.anonymised_at is null
      )`.execute(db)

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

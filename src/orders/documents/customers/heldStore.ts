import { type SqlBool, sql } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'
import { type HeldStep, heldDays } from './rules.ts'
import { isOpen, isServed } from './store.ts'

/** Holds the next invoice of a booking until its company confirms it (`heldAt`), or releases it (null). Reminders start again. */
export const markHeld = (tx: Transaction, { heldAt, ...one }: { bookingId: string; companyId: string; heldAt: Date | null }) =>
  tx
    .insertInto('invoiceDrafts')
    .values({ ...one, heldAt })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet({ heldAt, remindedAt: null, remindedAgainAt: null }))
    .execute()

type Due = { step: HeldStep; now: Date; limit: number }

/** Claims held drafts whose company is due for a reminder. Marks them in the same statement, so that no reminder is sent twice. */
export async function markReminded(tx: Transaction, { step, now, limit }: Due) {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const column = step === 'reminded' ? sql`reminded_at` : sql`reminded_again_at`
  const isDue =
    step === 'reminded'
      ? sql<SqlBool>`draft.held_at <= ${ago(heldDays.reminded)}`
      : sql<SqlBool>`draft.held_at <= ${ago(heldDays.remindedAgain)} and draft.reminded_at <= ${ago(heldDays.remindedAgain - heldDays.reminded)}`
  const { rows } = await sql<{ bookingId: string; companyId: string; heldAt: Date }>`
    update invoice_drafts
    set ${column} = ${now}
    where booking_id in (
      select draft.booking_id
      from invoice_drafts as draft
      join bookings as booking on booking.id = draft.booking_id
      join companies as company on company.id = draft.company_id and company.archived_at is null
      where draft.${column} is null
        and ${isDue}
        and ${isServed}
        and ${isOpen}
      order by draft.held_at, draft.booking_id
      limit ${limit}
      for update of draft skip locked
    )
    returning booking_id, company_id, held_at`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { LedgerEntry } from '#src/payments/rules.ts'
import { payoutSentMail } from '#src/payouts/runs/mails.ts'
import { netOf, payoutDoneEntries, payoutStartEntries } from '#src/payouts/runs/rules.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { announce } from '#src/server/live.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'

/**
 * The writes of a payout run, row by row: one company after the other, each in its own transaction, and in it one booking after the other.
 * The rows are the same, through the same pool and query builder, under the same guards and with the same checks against double payouts.
 */
export const claimOneByOne = (app: App, runId: string, companyId: string) =>
  app.db.transaction().execute(async (tx) => {
    const { rows: companies } = await sql<{ accountId: string }>`
      select account.account_id
      from companies as company
      join payout_accounts as account on account.company_id = company.id and account.can_be_paid and account.confirmed_target = account.target
      where company.id = ${companyId}
        and company.suspended_at is null
        and not exists (
          select 1
          from payout_holds as hold
          where hold.company_id = company.id and hold.lifted_at is null
        )`.execute(tx)
    const lines = await readLines(tx, companyId)
    const payout = await insertPayout(tx, { runId, companyId, accountId: companies[0]?.accountId ?? '', lines })
    for (const line of lines) {
      await sql`
        insert into payout_items (payout_id, booking_id, ledger_entry_id, amount_cents)
        values (${payout.id}, ${line.id}, ${line.ledgerEntryId}, ${line.shareCents})`.execute(tx)
    }
    await post(tx, { kind: 'payoutStart', reference: payout.id, entries: payoutStartEntries({ ...payout, rail: 'transfer' }) })
    await announce(tx, { companyId, kind: 'payout', id: payout.id })
    return payout.id
  })

type Line = { id: string; bookingDate: string; amountCents: number; feeCents: number; ledgerEntryId: string; shareCents: number }

/** The company's due bookings, locked, each with what the ledger says it is worth; without those in a dispute or a refund. */
async function readLines(tx: Transaction, companyId: string) {
  const { rows: due } = await sql<Omit<Line, 'ledgerEntryId' | 'shareCents'>>`
    select b.id, b.booking_date, b.amount_cents - b.refunded_cents as amount_cents, b.fee_cents
    from bookings as b
    where b.company_id = ${companyId}
      and b.payment_status = 'paid'
      and b.booking_status = 'confirmed'
      and b.payout_processed_at is null
      and not exists (
        select 1
        from payout_items as item
        where item.booking_id = b.id and item.released_at is null
      )
    order by b.id
    for no key update`.execute(tx)
  const lines: Line[] = []
  for (const booking of due) {
    const { rows: worth } = await sql<Pick<Line, 'ledgerEntryId' | 'shareCents'>>`
      select
        -sum(entry.amount_cents) as share_cents,
        (array_agg(entry.id) filter (where head.kind = 'charge'))[1] as ledger_entry_id
      from ledger_tx as head
      join ledger_entry as entry on entry.tx_id = head.id and entry.account = 'company_payable'
      where head.booking_id = ${booking.id}`.execute(tx)
    const { rows: waiting } = await sql`
      select 1
      from refunds
      where booking_id = ${booking.id} and status = 'pending'
      union all
      select 1
      from disputes
      where booking_id = ${booking.id} and status in ('inquiry', 'open')`.execute(tx)
    if (worth[0] && waiting.length === 0) lines.push({ ...booking, ...worth[0] })
  }
  return lines
}

type NewPayout = { runId: string; companyId: string; accountId: string; lines: readonly Line[] }
type Payout = { id: string; companyId: string; companyAmountCents: number; nettedCents: number }

async function insertPayout(tx: Transaction, { runId, companyId, accountId, lines }: NewPayout) {
  const total = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const days = lines.map(({ bookingDate }) => bookingDate).sort()
  const { rows } = await sql<Payout>`
    insert into payouts (
      company_id, run_id, rail, account_id, period_start, period_end, bookings, amount_cents, platform_fee_cents, company_amount_cents,
      netted_cents, created_at
    )
    select
      ${companyId}, ${runId}, 'transfer', ${accountId}, ${days[0]}, ${days.at(-1)}, ${lines.length}::integer,
      ${total(({ amountCents }) => amountCents)}::bigint, ${total(({ feeCents }) => feeCents)}::bigint, owed.cents,
      least(owed.cents, greatest(0, coalesce((select cents from nettable_receivables where company_id = ${companyId}), 0))), now()
    from (select ${total(({ shareCents }) => shareCents)}::bigint as cents) as owed
    returning id, company_id, company_amount_cents, netted_cents`.execute(tx)
  const [payout] = rows
  if (!payout) throw new Error('a payout was not written')
  return payout
}

/** Completes a payout whose transfer arrived, row by row in the same way. */
export const completeOneByOne = (app: App, payoutId: string) =>
  app.db.transaction().execute(async (tx) => {
    const { rows: items } = await sql<{ bookingId: string }>`
      select booking_id
      from payout_items
      where payout_id = ${payoutId}
      order by booking_id`.execute(tx)
    for (const { bookingId } of items) await sql`select id from bookings where id = ${bookingId} for no key update`.execute(tx)
    const { rows } = await sql<Parameters<typeof payoutSentMail>[0] & { companyId: string }>`
      update payouts as payout
      set status = 'completed', processed_at = now(), stripe_transfer_id = ${`tr_${payoutId}`}, leased_until = null
      from companies as company
      where payout.id = ${payoutId} and payout.status = 'pending' and company.id = payout.company_id
      returning
        payout.id, payout.company_id, company.company_name, company.email, payout.rail, payout.company_amount_cents, payout.netted_cents,
        payout.bookings, payout.period_start, payout.period_end`.execute(tx)
    const [payout] = rows
    if (!payout || netOf(payout) <= 0) throw new Error('a payout was not completed')
    for (const { bookingId } of items) {
      await sql`
        update bookings
        set payment_status = 'completed', payout_processed_at = now(), updated_at = now()
        where id = ${bookingId} and payment_status = 'paid' and payout_processed_at is null`.execute(tx)
    }
    await post(tx, { kind: 'payoutDone', reference: payoutId, entries: payoutDoneEntries(payout) })
    await enqueueMail(tx, payoutSentMail(payout, app.config))
    await announce(tx, { companyId: payout.companyId, kind: 'payout', id: payoutId })
  })

async function post(tx: Transaction, { kind, reference, entries }: { kind: string; reference: string; entries: readonly LedgerEntry[] }) {
  const { rows } = await sql<{ id: string }>`
    insert into ledger_tx (kind, reference, occurred_at)
    values (${kind}, ${reference}, now())
    on conflict (kind, reference) do nothing
    returning id`.execute(tx)
  for (const { account, companyId, amountCents } of entries) {
    await sql`
      insert into ledger_entry (tx_id, account, company_id, amount_cents)
      values (${rows[0]?.id}, ${account}, ${companyId ?? null}, ${amountCents})`.execute(tx)
  }
}

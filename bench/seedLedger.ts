import type pg from 'pg'

/** Charges, refunds, lost disputes, and four invoices of every company with a live subscription. */
export async function seedLedger(client: pg.Client) {
  const split = (cents: string) => {
    const fee = `((${cents}) * commission_basis_points + 5000) / 10000`
    return { fee, vat: `(2 * (${fee}) * 1900 + 11900) / 23800` }
  }
  const [before, after] = [split('bookings.amount_cents'), split('bookings.amount_cents - refunded_cents')]
  await client.query(
    `create temporary table facts on commit drop as
     select
       bookings.*, ${before.fee} as fee_before, ${before.vat} as vat_before, ${after.fee} as fee_after, ${after.vat} as vat_after,
       refunds.id as refund_id, refunds.settled_at as refunded_at, disputes.id as dispute_id, disputes.closed_at as lost_at
     from bookings
     left join refunds on refunds.booking_id = bookings.id
     left join disputes on disputes.booking_id = bookings.id
     where request_hash like 'crowd%' and paid_at is not null`,
  )
  await client.query('analyze facts')
  await postFacts(client)
  await seedSubscriptions(client)
}

async function postFacts(client: pg.Client) {
  await post(client, {
    kind: 'charge',
    head: 'id::text, id, paid_at',
    reference: 'id::text',
    lines: [
      "'psp_balance', null::uuid, amount_cents",
      "'company_payable', company_id, fee_before - amount_cents",
      "'fee_revenue', null, vat_before - fee_before",
      "'vat_payable', null, -vat_before",
    ],
  })
  const shrink = [
    "'company_payable', company_id, refunded_cents - (fee_before - fee_after)",
    "'fee_revenue', null, fee_before - vat_before - (fee_after - vat_after)",
    "'vat_payable', null, vat_before - vat_after",
  ]
  await post(client, {
    kind: 'refund',
    head: 'refund_id::text, id, refunded_at',
    reference: 'refund_id::text',
    lines: ["'psp_balance', null::uuid, -refunded_cents", ...shrink],
  })
  await post(client, {
    kind: 'disputeOpened',
    head: 'dispute_id, id, paid_at',
    reference: 'dispute_id',
    lines: ["'dispute_hold', null::uuid, refunded_cents", "'psp_balance', null, -refunded_cents"],
  })
  await post(client, {
    kind: 'disputeLost',
    head: 'dispute_id, id, lost_at',
    reference: 'dispute_id',
    lines: ["'dispute_hold', null::uuid, -refunded_cents", ...shrink],
  })
}

async function seedSubscriptions(client: pg.Client) {
  await client.query(
    `insert into subscription_invoices
       (id, company_id, subscription_id, number, status, amount_due_cents, amount_paid_cents, period_start, period_end, paid_at, posted_at,
        vat_basis_points)
     select 'in_' || number || '_' || month, crowd.id, 'sub_' || number, number || '-' || month, 'paid', price, price, at,
       at + interval '1 month', at, at, 1900
     from crowd
     cross join generate_series(0, 3) as month
     cross join lateral (
       select
         now() - interval '7 days' - number * interval '5 minutes' - month * interval '1 month' as at,
         case when plan = 'premium' then 3000 else 2500 end as price
     ) as invoice
     join companies on companies.id = crowd.id and companies.subscription_status = 'active'`,
  )
  await client.query(
    `insert into ledger_tx (kind, reference, booking_id, occurred_at)
     select 'subscription', id, null, paid_at from subscription_invoices where id like 'in\\_%\\_%' order by paid_at`,
  )
  await client.query(
    `insert into ledger_entry (tx_id, account, amount_cents)
     select ledger_tx.id, line.account, line.cents
     from subscription_invoices
     join ledger_tx on ledger_tx.kind = 'subscription' and ledger_tx.reference = subscription_invoices.id
     cross join lateral (select (2 * amount_paid_cents * 1900 + 11900) / 23800 as vat) as tax
     cross join lateral (
       values ('psp_balance', amount_paid_cents), ('subscription_revenue', vat - amount_paid_cents), ('vat_payable', -vat)
     ) as line (account, cents)
     where subscription_invoices.id like 'in\\_%\\_%'`,
  )
}

type Posting = { kind: string; head: string; reference: string; lines: string[] }

/** Ledger transactions of one kind out of `facts`; lines of zero are left out. */
async function post(client: pg.Client, { kind, head, reference, lines }: Posting) {
  await client.query(
    `insert into ledger_tx (kind, reference, booking_id, occurred_at)
     select '${kind}', ${head} from facts where ${reference} is not null order by facts.id`,
  )
  await client.query(
    `insert into ledger_entry (tx_id, account, company_id, amount_cents)
     select ledger_tx.id, line.account, line.company, line.cents
     from facts
     join ledger_tx on ledger_tx.kind = '${kind}' and ledger_tx.reference = facts.${reference}
     cross join lateral (values ${lines.map((line) => `(${line})`).join(', ')}) as line (account, company, cents)
     where line.cents <> 0`,
  )
}

/** Payouts of some weeks each, all by transfer, and their ledger entries. */
export async function seedPayouts(client: pg.Client) {
  // Without fresh statistics the planner would join the new rows one by one.
  await client.query('analyze ledger_tx, ledger_entry')
  await client.query(
    `create temporary table due on commit drop as
     select
       facts.id as booking_id, facts.company_id, booking_date, facts.amount_cents - refunded_cents as gross, fee_after as fee,
       facts.amount_cents - refunded_cents - fee_after as share, entry.id as entry_id,
       floor(extract(epoch from now() - payout_processed_at) / (150 * 86400))::integer as period, payout_processed_at
     from facts
     join ledger_tx as tx on tx.kind = 'charge' and tx.reference = facts.id::text
     join ledger_entry as entry on entry.tx_id = tx.id and entry.account = 'company_payable'
     where payment_status = 'completed'`,
  )
  await client.query(
    `create temporary table runs on commit drop as
     select period, uuidv7() as id, max(payout_processed_at) as at from due group by period order by period desc`,
  )
  await client.query('analyze due, runs')
  await client.query(
    `insert into payout_runs (id, trigger, takes, rhythms, started_at, claimed_at, finished_at)
     select id, 'schedule', 'payable', '{weekly,daily}', at, at, at from runs`,
  )
  await client.query(
    `insert into payouts
       (company_id, run_id, rail, account_id, period_start, period_end, bookings, amount_cents, platform_fee_cents, company_amount_cents,
        netted_cents, status, stripe_transfer_id, sent_at, processed_at, created_at)
     select due.company_id, runs.id, 'transfer', 'acct_crowd', min(booking_date), max(booking_date), count(*), sum(gross), sum(fee), sum(share),
       0, 'completed', 'tr_' || replace(due.company_id::text, '-', '') || due.period, runs.at, runs.at, runs.at
     from due join runs using (period)
     group by due.company_id, due.period, runs.id, runs.at
     order by runs.at`,
  )
  await client.query('analyze payouts')
  await client.query(
    `insert into payout_items (payout_id, booking_id, ledger_entry_id, amount_cents)
     select payouts.id, due.booking_id, due.entry_id, due.share
     from due join runs using (period) join payouts on payouts.run_id = runs.id and payouts.company_id = due.company_id`,
  )
  await postPayouts(client)
}

async function postPayouts(client: pg.Client) {
  for (const [kind, debit, credit] of [
    ['payoutStart', 'company_payable', 'payout_transit_transfer'],
    ['payoutDone', 'payout_transit_transfer', 'psp_balance'],
  ]) {
    await client.query(
      `insert into ledger_tx (kind, reference, booking_id, occurred_at)
       select '${kind}', payouts.id::text, null, payouts.created_at from payouts join runs on runs.id = payouts.run_id order by payouts.id`,
    )
    await client.query(
      `insert into ledger_entry (tx_id, account, company_id, amount_cents)
       select tx.id, line.account, line.company, line.cents
       from payouts
       join runs on runs.id = payouts.run_id
       join ledger_tx as tx on tx.kind = '${kind}' and tx.reference = payouts.id::text
       cross join lateral (
         values
           ('${debit}', case when '${debit}' = 'company_payable' then payouts.company_id end, company_amount_cents),
           ('${credit}', null, -company_amount_cents)
       ) as line (account, company, cents)`,
    )
  }
}

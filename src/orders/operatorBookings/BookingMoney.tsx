import { payoutAreaLimits } from '#src/money/payouts/operator/texts.ts'
import { payoutRailLabels, payoutStatusLabels } from '#src/money/payouts/runs/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros, formatRate } from '#src/platform/kit/money.ts'
import { SumLine } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import type { AdminBookingDetails } from './rules.ts'
import { disputeStatusLabels, refundStatusLabels, reversalStatusLabels, systemReasonLabel } from './texts.ts'
import '#src/platform/web/styles/facts.css'

/** Payment, its split, and all refunds, payouts and disputes. */
export const BookingMoney = ({ booking }: { booking: AdminBookingDetails }) => (
  <>
    <dl className="pairs sum-up">
      <SumLine label="Betrag" amount={euros(booking.amount)} />
      {booking.refunded > 0 ? <SumLine label="Erstattet" amount={`− ${euros(booking.refunded)}`} /> : null}
      {booking.platform_fee === null ? null : (
        <SumLine label={`Provision (${formatRate(booking.commission_basis_points ?? 0)})`} amount={`− ${euros(booking.platform_fee)}`} />
      )}
      {booking.company_share === null ? null : <SumLine label="Anteil des Anbieters" amount={euros(booking.company_share)} isTotal />}
    </dl>
    {booking.refund_pending > 0 ? (
      <Note kind="info" role="status" title={`Erstattung von ${euros(booking.refund_pending)} läuft`}>
        Sobald der Zahlungsdienst sie ausgeführt hat, steht sie hier als erstattet.
      </Note>
    ) : null}
    <Happened id="refunds" title="Erstattungen" lines={booking.refunds.map(refundLine)} />
    <Payouts booking={booking} />
    <Happened id="disputes" title="Anfechtungen" lines={booking.disputes.map(disputeLine)} />
  </>
)

/** Payouts that contain the company's share, and their reversals. */
function Payouts({ booking: { payouts, reversals, payable_at, company_share } }: { booking: AdminBookingDetails }) {
  if (payouts.length > 0)
    return <Happened id="payouts" title="Auszahlung des Anteils" lines={[...payouts.map(payoutLine), ...reversals.map(reversalLine)]} />
  return payable_at && company_share ? <p className="small muted">Noch nicht ausgezahlt, frühestens {momentOf(payable_at)}.</p> : null
}

type Line = { key: string; tone: StatusTone; state: string; says: string; second: string; amount: string }

const refundTones = { pending: 'waiting', succeeded: 'off', failed: 'bad', returned: 'bad' } as const

const refundLine = ({ id, amount, reason, status, requested_at }: AdminBookingDetails['refunds'][number]): Line => ({
  key: id,
  tone: refundTones[status],
  state: refundStatusLabels[status],
  says: systemReasonLabel(reason),
  second: momentOf(requested_at),
  amount: euros(amount),
})

const payoutTones = { pending: 'waiting', completed: 'done', failed: 'bad' } as const

const payoutLine = (payout: AdminBookingDetails['payouts'][number]): Line => ({
  key: payout.id,
  tone: payoutTones[payout.status],
  state: payoutStatusLabels[payout.status],
  says: payoutRailLabels[payout.rail],
  second: `${momentOf(payout.created_at)}${payout.stripe_transfer_id ? `, ${payout.stripe_transfer_id.slice(0, payoutAreaLimits.transferIdLength)}…` : ''}`,
  amount: euros(payout.amount),
})

const reversalTones = { pending: 'waiting', succeeded: 'off', failed: 'off' } as const

const reversalLine = ({ amount, status, requested_at }: AdminBookingDetails['reversals'][number]): Line => ({
  key: requested_at,
  tone: reversalTones[status],
  state: reversalStatusLabels[status],
  says: 'Rückholung vom Anbieter',
  second: momentOf(requested_at),
  amount: `− ${euros(amount)}`,
})

const disputeTones = { inquiry: 'waiting', open: 'bad', won: 'good', lost: 'bad' } as const

const disputeLine = ({ id, amount, status, opened_at, due_by }: AdminBookingDetails['disputes'][number]): Line => ({
  key: id,
  tone: disputeTones[status],
  state: disputeStatusLabels[status],
  says: `Seit ${momentOf(opened_at)}`,
  second: due_by && status === 'open' ? `Antworten bis ${momentOf(due_by)}` : '',
  amount: euros(amount),
})

const momentOf = (iso: string) => formatMoment(new Date(iso))

function Happened({ id, title, lines }: { id: string; title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className="stack tight" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="small-head">
        {title}
      </h3>
      <ul className="happened">
        {lines.map(({ key, tone, state, says, second, amount }) => (
          <li key={key}>
            <StatusChip tone={tone}>{state}</StatusChip>
            <span>
              {says}
              {second ? <span className="second">{second}</span> : null}
            </span>
            <b className="number">{amount}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

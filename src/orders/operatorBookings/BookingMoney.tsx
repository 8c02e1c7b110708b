import type { ReactNode } from 'react'
import { payoutAreaLimits } from '#src/money/payouts/operator/texts.ts'
import { payoutRailLabels, payoutStatusLabels } from '#src/money/payouts/runs/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros, formatRate } from '#src/platform/kit/money.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { AdminBookingDetails } from './rules.ts'
import { disputeStatusLabels, refundStatusLabels, reversalStatusLabels, systemReasonLabel } from './texts.ts'
import '#src/platform/web/styles/facts.css'

/** Payment, its split, and all refunds, payouts and disputes. */
export const BookingMoney = ({ booking }: { booking: AdminBookingDetails }) => (
  <>
    <dl className="pairs sum-up">
      <Line label="Betrag">{euros(booking.amount)}</Line>
      {booking.refunded > 0 ? <Line label="Erstattet">− {euros(booking.refunded)}</Line> : null}
      {booking.platform_fee === null ? null : (
        <Line label={`Provision (${formatRate(booking.commission_basis_points ?? 0)})`}>− {euros(booking.platform_fee)}</Line>
      )}
      {booking.company_share === null ? null : (
        <Line label="Anteil des Anbieters" isTotal>
          {euros(booking.company_share)}
        </Line>
      )}
    </dl>
    {booking.refund_pending > 0 ? (
      <Note kind="info" role="status" title={`Erstattung von ${euros(booking.refund_pending)} läuft`}>
        Sobald der Zahlungsdienst sie ausgeführt hat, steht sie hier als erstattet.
      </Note>
    ) : null}
    <Refunds booking={booking} />
    <Payouts booking={booking} />
    <Disputes booking={booking} />
  </>
)

const Line = ({ label, isTotal, children }: { label: string; isTotal?: true; children: ReactNode }) => (
  <div className={isTotal ? 'total' : undefined}>
    <dt>{label}</dt>
    <dd className="number">{children}</dd>
  </div>
)

type PartProps = { booking: AdminBookingDetails }

const refundTones = { pending: 'waiting', succeeded: 'off', failed: 'bad', returned: 'bad' } as const

const Refunds = ({ booking: { refunds } }: PartProps) => (
  <Happened id="refunds" title="Erstattungen" isEmpty={refunds.length === 0}>
    {refunds.map(({ id, amount, reason, status, requested_at }) => (
      <li key={id}>
        <StatusChip tone={refundTones[status]}>{refundStatusLabels[status]}</StatusChip>
        <span>
          {systemReasonLabel(reason)}
          <span className="second">{formatMoment(new Date(requested_at))}</span>
        </span>
        <b className="number">{euros(amount)}</b>
      </li>
    ))}
  </Happened>
)

const payoutTones = { pending: 'waiting', completed: 'done', failed: 'bad' } as const
const reversalTones = { pending: 'waiting', succeeded: 'off', failed: 'off' } as const

/** Payouts that contain the company's share, and their reversals. */
function Payouts({ booking: { payouts, reversals, payable_at, company_share } }: PartProps) {
  if (payouts.length === 0) {
    return payable_at && company_share ? (
      <p className="small muted">Noch nicht ausgezahlt, frühestens {formatMoment(new Date(payable_at))}.</p>
    ) : null
  }
  return (
    <Happened id="payouts" title="Auszahlung des Anteils" isEmpty={false}>
      {payouts.map(({ id, rail, status, amount, stripe_transfer_id: transfer, created_at }) => (
        <li key={id}>
          <StatusChip tone={payoutTones[status]}>{payoutStatusLabels[status]}</StatusChip>
          <span>
            {payoutRailLabels[rail]}
            <span className="second">
              {`${formatMoment(new Date(created_at))}${transfer ? `, ${transfer.slice(0, payoutAreaLimits.transferIdLength)}…` : ''}`}
            </span>
          </span>
          <b className="number">{euros(amount)}</b>
        </li>
      ))}
      {reversals.map(({ amount, status, requested_at }) => (
        <li key={requested_at}>
          <StatusChip tone={reversalTones[status]}>{reversalStatusLabels[status]}</StatusChip>
          <span>
            Rückholung vom Anbieter
            <span className="second">{formatMoment(new Date(requested_at))}</span>
          </span>
          <b className="number">− {euros(amount)}</b>
        </li>
      ))}
    </Happened>
  )
}

const disputeTones = { inquiry: 'waiting', open: 'bad', won: 'good', lost: 'bad' } as const

const Disputes = ({ booking: { disputes } }: PartProps) => (
  <Happened id="disputes" title="Anfechtungen" isEmpty={disputes.length === 0}>
    {disputes.map(({ id, amount, status, opened_at, due_by }) => (
      <li key={id}>
        <StatusChip tone={disputeTones[status]}>{disputeStatusLabels[status]}</StatusChip>
        <span>
          Seit {formatMoment(new Date(opened_at))}
          {due_by && status === 'open' ? <span className="second">Antworten bis {formatMoment(new Date(due_by))}</span> : null}
        </span>
        <b className="number">{euros(amount)}</b>
      </li>
    ))}
  </Happened>
)

function Happened({ id, title, isEmpty, children }: { id: string; title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <section className="stack tight" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="small-head">
        {title}
      </h3>
      <ul className="happened">{children}</ul>
    </section>
  )
}

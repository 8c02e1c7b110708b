import { Link } from 'react-router'
import { customerKindNames } from '#src/orders/bookings/withdrawalRules.ts'
import { BookingChip } from '#src/orders/ordering/ui/BookingChips.tsx'
import type { AdminWithdrawalDetails, DeclaredBookingView } from '#src/orders/withdrawals/listRules.ts'
import { formatDate, formatExactMoment, formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { Fact, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { WithdrawalState } from './WithdrawalColumns.tsx'
import '#src/platform/web/styles/facts.css'

/** Original text of the declaration, and its booking. */
export const WithdrawalFacts = ({ withdrawal }: { withdrawal: AdminWithdrawalDetails }) => (
  <>
    <div className="row wrapping">
      <WithdrawalState withdrawal={withdrawal} />
    </div>
    <dl className="facts">
      <Fact label="Eingegangen">
        {formatExactMoment(new Date(withdrawal.declared_at))}
        {withdrawal.times > 1 ? (
          <span className="second">
            {withdrawal.times}-mal erklärt, zuletzt {formatExactMoment(new Date(withdrawal.last_declared_at))}
          </span>
        ) : null}
      </Fact>
      <Fact label="Name">{withdrawal.name}</Fact>
      <Fact label="E-Mail">
        <a href={`mailto:${withdrawal.email}`}>{withdrawal.email}</a>
      </Fact>
      <TextFact label="Vertrag">{withdrawal.contract}</TextFact>
      <Decided withdrawal={withdrawal} />
    </dl>
    {withdrawal.booking ? <DeclaredBooking booking={withdrawal.booking} /> : <p className="muted">Keiner Buchung zugeordnet.</p>}
  </>
)

const Decided = ({ withdrawal: { decided_at, reason, refund } }: { withdrawal: AdminWithdrawalDetails }) =>
  decided_at === null ? null : (
    <Fact label="Entschieden">
      {formatMoment(new Date(decided_at))}
      {reason ? <span className="second">{reason}</span> : null}
      {refund ? <span className="second">{euros(refund)} gehen zurück</span> : null}
    </Fact>
  )

const DeclaredBooking = ({ booking }: { booking: DeclaredBookingView }) => (
  <section aria-labelledby="withdrawal-booking" className="stack">
    <div className="row wrapping">
      <h3 id="withdrawal-booking">Buchung {shortId(booking.id)}</h3>
      <BookingChip status={booking.booking_status} />
    </div>
    <dl className="facts">
      <Fact label="Leistung">
        {booking.service_title}
        <span className="second">{booking.company_name}</span>
      </Fact>
      <Fact label="Termin">
        {formatLongDate(booking.booking_date)}, <span className="number">{formatTime(booking.booking_time)}</span>
      </Fact>
      <Fact label="Gebucht als">
        {customerKindNames[booking.customer_kind]}
        {booking.has_early_start ? <span className="second">Beginn vor Ablauf der Frist verlangt</span> : null}
      </Fact>
      <Fact label="Frist">{booking.deadline ? `bis ${formatDate(booking.deadline)}, 24:00 Uhr` : 'Noch nicht bezahlt'}</Fact>
      <Fact label="Betrag">
        {euros(booking.amount)}
        {booking.refunded > 0 ? <span className="second">{euros(booking.refunded)} erstattet</span> : null}
      </Fact>
      <Fact label="Kundin oder Kunde">
        {booking.customer_name}
        <span className="second">{booking.customer_email}</span>
      </Fact>
      <Fact label="Buchung">
        <Link to={`/admin/bookings?${new URLSearchParams({ buchung: booking.id })}`}>Buchung öffnen</Link>
      </Fact>
    </dl>
  </section>
)

-- What was cancelled after its payout stayed confirmed, though both sides had been told that the appointment does not take place.
update bookings
set
  booking_status = 'cancelled',
  cancelled_at = cause.requested_at,
  cancelled_by = cause.cancelled_by,
  cancel_reason = cause.reason
from (
  select distinct on (refunds.booking_id)
    refunds.booking_id,
    refunds.requested_at,
    refunds.reason,
    case
      when refunds.actor = 'customer' then 'customer'
      when refunds.actor = 'system' then 'operator'
      else 'withdrawal'
    end as cancelled_by
  from refunds
  left join withdrawals
    on withdrawals.booking_id = refunds.booking_id
    and withdrawals.status = 'accepted'
    and withdrawals.cause = 'paidOut'
    and withdrawals.reason = refunds.reason
  where refunds.status <> 'failed'
    and (
      (refunds.actor = 'customer' and refunds.reason = 'Auf der Buchungsseite storniert')
      or (refunds.actor = 'system' and refunds.reason = 'Der Anbieter ist nicht mehr auf unserem Marktplatz.')
      or withdrawals.id is not null
    )
  order by refunds.booking_id, refunds.requested_at desc
) as cause
where bookings.id = cause.booking_id
  and bookings.booking_status = 'confirmed'
  and bookings.refunded_cents + (
    select coalesce(sum(amount_cents), 0)
    from refunds
    where booking_id = bookings.id and status = 'pending'
  ) = bookings.amount_cents;

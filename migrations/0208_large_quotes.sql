-- A quote that is paid in several payments may be above the limit of a payment (docs/decisions/0073-deposits-and-instalments.md).
alter table quotes
  drop constraint quotes_total_cents_check,
  add constraint quotes_total_cents_check check (
    total_cents between 100 and 5000000
    and (total_cents <= 1000000 or deposit_percent is not null)
  ) not valid;
alter table quotes validate constraint quotes_total_cents_check;

-- As in 0080; a quote with a deposit is paid by the booking and its plan, which together have the total.
create or replace view invariant_accepted_quote_is_paid as
select quotes.id::text as subject, 0::bigint as found_cents, quotes.total_cents::bigint as expected_cents
from quotes
join quote_requests on quote_requests.id = quotes.request_id
where quotes.status = 'accepted'
  and (
    quote_requests.status <> 'accepted'
    or not exists (
      select
      from bookings
      join quote_bookings on quote_bookings.booking_id = bookings.id
      left join payment_plans on payment_plans.booking_id = bookings.id
      where bookings.id = quote_requests.booking_id
        and quote_bookings.quote_id = quotes.id
        and bookings.paid_at is not null
        and coalesce(payment_plans.total_cents, bookings.amount_cents) = quotes.total_cents
    )
  );

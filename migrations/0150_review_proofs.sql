-- A review's proof lasts as long as its ground (docs/spec.md#review-proof): a booking that was cancelled or refunded in full proves nothing.
-- The review keeps its booking, so that it stays the only one of it.
do $$
declare
  name text;
begin
  select conname into strict name
  from pg_constraint
  where conrelid = 'reviews'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%booking_id IS NULL%is_from_booking%';
  execute format('alter table reviews drop constraint %I', name);
end $$;
alter table reviews add check (booking_id is null or published_at is not null);
alter table reviews add check (not is_from_booking or published_at is not null);

create function proves_review(bookings) returns boolean
language sql immutable
as $$ select $1.booking_status = 'confirmed' and $1.payment_status in ('paid', 'completed') $$;

create function withdraw_review_proof() returns trigger
language plpgsql as $$
begin
  update reviews set is_from_booking = false where booking_id = new.id and is_from_booking;
  return null;
end $$;
create trigger withdraw_review_proof after update of booking_status, payment_status on bookings
for each row when (proves_review(old) and not proves_review(new))
execute function withdraw_review_proof();

create or replace function guard_review() returns trigger
language plpgsql as $$
begin
  if new.booking_id is not null and not exists (
    select 1
    from bookings
    where id = new.booking_id and company_id = new.company_id and paid_at is not null
  ) then
    raise exception 'a review belongs to a paid booking with its company' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.company_id, new.customer_name, new.rating, new.comment)
    is distinct from (old.company_id, old.customer_name, old.rating, old.comment)
    or new.customer_email not in (old.customer_email, '')
    or old.published_at is not null and (new.published_at, new.booking_id) is distinct from (old.published_at, old.booking_id)
    or old.published_at is not null and new.is_from_booking and not old.is_from_booking
    or old.company_reply is not null and new.company_reply is distinct from old.company_reply
    or old.objection is not null and new.objection is distinct from old.objection
    or old.objection_answer is not null and new.objection_answer is distinct from old.objection_answer
  then
    raise exception 'a review does not change' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Reviews whose ground went before this rule.
update reviews
set is_from_booking = false
from bookings
where bookings.id = reviews.booking_id and is_from_booking and not proves_review(bookings);

-- When a booking's service is over: at the end of its appointment, or, without one, an hour after its start.
create function booking_ends_at(bookings) returns timestamptz
language sql stable
as $$
  select coalesce(
    (select ends_at from appointments where booking_id = $1.id),
    ($1.booking_date + $1.booking_time) at time zone 'Europe/Berlin' + interval '1 hour'
  )
$$;

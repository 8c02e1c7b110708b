-- The operator finds a booking by its customer's phone in any notation: '+49 (0) 40 669…', '0049 40 669…' and '040/669…' are one number.
create function phone_digits(text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  regexp_replace(replace(regexp_replace($1, '^\s*(\+|00)\s*49', ''), '(0)', ''), '\D', '', 'g'),
  '^(49(?=\d{9,}))?0*',
  ''
);

create or replace function booking_text(bookings) returns text
language sql stable strict parallel safe
return fold_text($1.customer_name || e'\n' || $1.service_title)
  || e'\n'
  || fold_digraphs($1.customer_name || e'\n' || $1.service_title)
  || e'\n'
  || lower($1.customer_email)
  || e'\n'
  || right($1.id::text, 8)
  || e'\n'
  || phone_digits($1.customer_phone);

drop trigger note_booking_text on bookings;
create trigger note_booking_text after insert or update of customer_name, customer_email, customer_phone, service_title on bookings
for each row execute function note_booking_text();

insert into booking_texts (booking_id, search_text)
select id, booking_text(bookings)
from bookings
on conflict (booking_id) do update
set search_text = excluded.search_text
where booking_texts.search_text <> excluded.search_text;

-- Ids of the PSP find their booking.
create index checkouts_payment on checkouts (payment_id) where payment_id is not null;

-- Reads of subscriptions are numbered after all that are stored: a demo that was loaded without its sequence was frozen.
select setval('subscription_looks', greatest((select max(look) from subscriptions), (select last_value from subscription_looks), 1));

-- Discrepancies that were found at the same time are mailed as one digest.
alter table reconciliation_breaks
  add column amount_cents bigint not null default 0,
  add column mailed_at timestamptz;
update reconciliation_breaks set mailed_at = found_at;
create index reconciliation_breaks_unmailed on reconciliation_breaks (found_at) where mailed_at is null;

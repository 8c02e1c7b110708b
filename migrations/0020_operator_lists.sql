-- What the operator does with bookings and reviews: cancels, deletes, and finds them among very many.

-- A booking that the operator took back stays cancelled: money that still arrives goes back in full.
alter table bookings
  add column cancelled_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('operator')),
  add column cancel_reason text,
  add constraint bookings_cancelled_whole check (
    (cancelled_by is null) = (cancelled_at is null) and (cancelled_by is null) = (cancel_reason is null)
  ),
  add constraint bookings_cancelled_for_good check (cancelled_by is null or booking_status = 'cancelled');

-- What a search through bookings compares, in two spellings. A table of its own: a change of status, which payouts make by the ten
-- thousand, would otherwise write every trigram of the booking into the index again.
create table booking_texts (
  booking_id uuid primary key references bookings on delete cascade,
  search_text text not null
);

create function booking_text(bookings) returns text
language sql stable strict parallel safe
return fold_text($1.customer_name || e'\n' || $1.service_title)
  || e'\n'
  || fold_digraphs($1.customer_name || e'\n' || $1.service_title)
  || e'\n'
  || lower($1.customer_email)
  || e'\n'
  || right($1.id::text, 8);

create function note_booking_text() returns trigger
language plpgsql as $$
begin
  insert into booking_texts (booking_id, search_text)
  values (new.id, booking_text(new))
  on conflict (booking_id) do update
  set search_text = excluded.search_text;
  return null;
end
$$;

create trigger note_booking_text after insert or update of customer_name, customer_email, service_title on bookings
for each row execute function note_booking_text();

insert into booking_texts (booking_id, search_text)
select id, booking_text(bookings)
from bookings;

create index booking_texts_search on booking_texts using gin (search_text gin_trgm_ops);

-- Companies by their name alone, listed or not. Stored, because a short word is looked for in every row.
alter table companies add column name_text text not null generated always as (
  fold_text(company_name) || e'\n' || fold_digraphs(company_name)
) stored;
create index companies_name_text on companies using gin (name_text gin_trgm_ops);

alter table reviews add column search_text text not null generated always as (
  fold_text(customer_name || e'\n' || comment) || e'\n' || fold_digraphs(customer_name || e'\n' || comment)
) stored;
create index reviews_search on reviews using gin (search_text gin_trgm_ops);
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_rating on reviews (rating, created_at, id);
create index reviews_company on reviews (company_id);

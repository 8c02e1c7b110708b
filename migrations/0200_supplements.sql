-- Supplements: more work than agreed, proposed by the company during a job and accepted by the customer (docs/spec.md#supplements). An
-- accepted one is a booking of its own, with its own payment, fee, refunds and payout, that belongs to the booking of the job.
alter table bookings
  -- Booking of the job that this one supplements; null for a job itself.
  add column parent_id uuid references bookings on delete cascade;

create table supplements (
  -- Chosen by the company's browser: what is sent twice after a bad connection is one supplement.
  id uuid primary key,
  booking_id uuid not null references bookings on delete cascade,
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('hours', 'pieces', 'material', 'scope')),
  title text not null check (length(title) between 3 and 80),
  -- In hundredths, as in booking_items.
  quantity integer not null check (quantity > 0),
  unit text check (length(unit) between 1 and 20),
  unit_cents integer not null check (unit_cents > 0),
  total_cents integer not null check (total_cents between 100 and 1000000 and total_cents = (quantity::bigint * unit_cents + 50) / 100),
  reason text not null check (length(reason) between 5 and 500),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed')),
  proposed_at timestamptz not null,
  -- End of the time for the customer's answer.
  answer_by timestamptz not null,
  ended_at timestamptz,
  -- The last order that accepts it; another is possible while none is paid.
  order_id uuid unique references bookings on delete set null,
  check ((status = 'open') = (ended_at is null)),
  check (status <> 'accepted' or order_id is not null)
);
create index supplements_booking on supplements (booking_id);
create index supplements_open on supplements (answer_by) where status = 'open';

insert into state_edges (graph, from_state, to_state)
values
  ('supplement', 'open', 'accepted'),
  ('supplement', 'open', 'declined'),
  ('supplement', 'open', 'withdrawn'),
  ('supplement', 'open', 'lapsed'),
  -- Money that arrives late for one that nobody declined.
  ('supplement', 'lapsed', 'accepted');

create trigger guard_supplement_state before update of status on supplements
for each row execute function guard_state('supplement');

-- What a customer accepted is never changed afterwards.
create function guard_supplement_content() returns trigger
language plpgsql as $$
begin
  if (old.title, old.quantity, old.unit, old.unit_cents, old.total_cents, old.reason, old.booking_id)
    is distinct from (new.title, new.quantity, new.unit, new.unit_cents, new.total_cents, new.reason, new.booking_id) then
    raise exception 'supplement % was proposed and is not changed', old.id;
  end if;
  return new;
end $$;
create trigger guard_supplement_content before update on supplements for each row execute function guard_supplement_content();

-- A booking that supplements a job is confirmed only by the supplement that its customer accepted, at its total.
create function guard_supplement_booking() returns trigger
language plpgsql as $$
begin
  if not exists (
    select
    from supplements
    where supplements.order_id = new.id
      and supplements.booking_id = new.parent_id
      and supplements.status = 'accepted'
      and supplements.total_cents = new.amount_cents
  ) then
    raise exception 'booking % is confirmed without an accepted supplement', new.id;
  end if;
  return new;
end $$;
create trigger guard_supplement_booking before update of booking_status on bookings
for each row when (new.parent_id is not null and new.booking_status = 'confirmed' and old.booking_status <> 'confirmed')
execute function guard_supplement_booking();

-- An open complaint about a job holds the payouts of its supplements, too.
create or replace function guard_held_payout() returns trigger
language plpgsql as $$
begin
  if exists (
    select
    from complaints
    where closed_at is null
      and booking_id in (new.booking_id, (select parent_id from bookings where id = new.booking_id))
  ) then
    raise exception 'booking % has an open complaint and is not paid out', new.booking_id;
  end if;
  return new;
end $$;

-- True for a document that no later one cancelled.
create function is_standing(document documents) returns boolean
language sql stable as $$
  select not exists (select from documents as later where later.corrects_id = document.id and later.is_cancellation)
$$;

-- Bookings that the customer invoice of a job bills: the job, and each supplement that was paid before the invoice was issued. A later one, and
-- one of a job that was refunded in full before, has an invoice of its own.
create function billed_bookings(job uuid) returns setof uuid
language sql stable as $$
  select job
  union all
  select part.id
  from bookings as part
  where part.parent_id = job
    and part.paid_at is not null
    and case
      when exists (select from documents as invoice where invoice.booking_id = job and invoice.kind = 'customerInvoice' and is_standing(invoice)) then
        exists (
          select
          from ledger_tx as head
          join document_covers as cover on cover.ledger_tx_id = head.id and cover.side = 'customer' and cover.released_by is null
          join documents as invoice on invoice.id = cover.document_id
          where head.booking_id = part.id and head.kind = 'charge' and invoice.booking_id = job
        )
      else
        not exists (select from bookings as refunded where refunded.id = job and refunded.payment_status = 'refunded')
        and not exists (select from documents as invoice where invoice.booking_id = part.id and invoice.kind = 'customerInvoice' and is_standing(invoice))
    end
$$;

-- An accepted supplement is paid by its order, at its total, and by no other.
create view invariant_accepted_supplement_is_paid as
select supplements.id::text as subject, coalesce(paid.cents, 0)::bigint as found_cents, supplements.total_cents::bigint as expected_cents
from supplements
left join lateral (
  select sum(bookings.amount_cents) as cents
  from bookings
  where bookings.id = supplements.order_id and bookings.parent_id = supplements.booking_id and bookings.paid_at is not null
) as paid on true
where supplements.status = 'accepted' and paid.cents is distinct from supplements.total_cents;

-- Confirmed orders of supplements: each belongs to an accepted one.
create view invariant_supplement_order_is_accepted as
select bookings.id::text as subject, bookings.amount_cents::bigint as found_cents, 0::bigint as expected_cents
from bookings
where bookings.parent_id is not null
  and bookings.booking_status = 'confirmed'
  and not exists (select from supplements where supplements.order_id = bookings.id and supplements.status = 'accepted');

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all select ''acceptedSupplementIsPaid'', subject, found_cents, expected_cents from invariant_accepted_supplement_is_paid
    union all select ''supplementOrderIsAccepted'', subject, found_cents, expected_cents from invariant_supplement_order_is_accepted';
end $$;

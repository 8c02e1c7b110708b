-- Deposits and instalments (docs/decisions/0073-deposits-and-instalments.md): the booking of a job charges the deposit, and each
-- instalment of the rest is a booking of its own with a parent, as a supplement is.
alter table services
  -- Share of the price that is due at booking; null: all of it.
  add column deposit_percent smallint check (deposit_percent between 10 and 50),
  -- Payments of the rest: one after the work, or several during work of several days.
  add column rest_parts smallint not null default 1 check (rest_parts between 1 and 4),
  add constraint services_rest_parts_need_deposit check (rest_parts = 1 or deposit_percent is not null);

alter table quotes
  -- As of a service.
  add column deposit_percent smallint check (deposit_percent between 10 and 50),
  add column rest_parts smallint not null default 1 check (rest_parts between 1 and 4),
  add constraint quotes_rest_parts_need_deposit check (rest_parts = 1 or deposit_percent is not null);

create table payment_plans (
  booking_id uuid primary key references bookings on delete cascade,
  company_id uuid not null references companies on delete cascade,
  total_cents integer not null check (total_cents > 0),
  -- Amount of the job's booking.
  deposit_cents integer not null check (deposit_cents > 0 and deposit_cents < total_cents)
);
create index payment_plans_company on payment_plans (company_id);

create table instalments (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references payment_plans on delete cascade,
  place smallint not null check (place between 1 and 4),
  agreed_cents integer not null check (agreed_cents between 100 and 1000000),
  -- Less than agreed after a reduction or a waiver.
  total_cents integer not null check (total_cents between 0 and agreed_cents),
  status text not null default 'planned' check (status in ('planned', 'due', 'paid', 'dropped')),
  due_at timestamptz,
  reminded_at timestamptz,
  reminded_again_at timestamptz,
  ended_at timestamptz,
  -- The last order that pays it; another is possible while none is paid.
  order_id uuid unique references bookings on delete set null,
  unique (booking_id, place),
  check ((status in ('paid', 'dropped')) = (ended_at is not null)),
  check (status <> 'due' or due_at is not null),
  check (status <> 'paid' or order_id is not null),
  check ((status = 'dropped') = (total_cents = 0))
);
create index instalments_open on instalments (booking_id) where status in ('planned', 'due');

insert into state_edges (graph, from_state, to_state)
values
  ('instalment', 'planned', 'due'),
  ('instalment', 'planned', 'dropped'),
  ('instalment', 'due', 'paid'),
  ('instalment', 'due', 'dropped');

create trigger guard_instalment_state before update of status on instalments
for each row execute function guard_state('instalment');

-- A customer never owes more than agreed, and what is paid or dropped is never changed.
create function guard_instalment_amount() returns trigger
language plpgsql as $$
begin
  if new.agreed_cents <> old.agreed_cents or new.booking_id <> old.booking_id or new.total_cents > old.total_cents
    or (old.ended_at is not null and new.total_cents <> old.total_cents) then
    raise exception 'instalment % was agreed and only falls while it is open', old.id;
  end if;
  return new;
end $$;
create trigger guard_instalment_amount before update on instalments for each row execute function guard_instalment_amount();

-- As in 0200, and for the orders of instalments: each is confirmed only by the open instalment that it pays, at its amount.
create or replace function guard_supplement_booking() returns trigger
language plpgsql as $$
begin
  if not exists (
    select
    from supplements
    where supplements.order_id = new.id
      and supplements.booking_id = new.parent_id
      and supplements.status = 'accepted'
      and supplements.total_cents = new.amount_cents
  ) and not exists (
    select
    from instalments
    where instalments.order_id = new.id
      and instalments.booking_id = new.parent_id
      and instalments.status = 'paid'
      and instalments.total_cents = new.amount_cents
  ) then
    raise exception 'booking % is confirmed without an accepted supplement or a due instalment', new.id;
  end if;
  return new;
end $$;

-- Advance invoices about deposits and instalments, which the final invoice deducts (§ 14 (5) UStG).
alter table documents
  drop constraint documents_kind_check,
  add constraint documents_kind_check check (
    kind in ('commission', 'subscription', 'operatorCorrection', 'customerInvoice', 'customerAdvance', 'customerCorrection')
  );

-- What a booking bought adds up to what it costs: with a plan, to deposit and instalments as agreed.
create or replace view invariant_items_sum_to_amount as
select
  bookings.id::text as subject,
  sum(item.total_cents)::bigint as found_cents,
  coalesce(plan.total_cents, bookings.amount_cents)::bigint as expected_cents
from bookings
join booking_items as item on item.booking_id = bookings.id
left join payment_plans as plan on plan.booking_id = bookings.id
group by bookings.id, plan.total_cents
having sum(item.total_cents) <> coalesce(plan.total_cents, bookings.amount_cents);

create view invariant_plan_adds_up as
select plan.booking_id::text as subject, (job.amount_cents + part.agreed_cents)::bigint as found_cents, plan.total_cents::bigint as expected_cents
from payment_plans as plan
join bookings as job on job.id = plan.booking_id
cross join lateral (
  select coalesce(sum(instalments.agreed_cents), 0) as agreed_cents
  from instalments
  where instalments.booking_id = plan.booking_id
) as part
where job.amount_cents <> plan.deposit_cents or job.amount_cents + part.agreed_cents <> plan.total_cents;

-- A paid instalment is paid by its order, at its amount, and by no other.
create view invariant_paid_instalment_is_paid as
select instalments.id::text as subject, coalesce(paid.cents, 0)::bigint as found_cents, instalments.total_cents::bigint as expected_cents
from instalments
left join lateral (
  select sum(bookings.amount_cents) as cents
  from bookings
  where bookings.id = instalments.order_id and bookings.parent_id = instalments.booking_id and bookings.paid_at is not null
) as paid on true
where instalments.status = 'paid' and paid.cents is distinct from instalments.total_cents;

-- As in 0200, with the orders of instalments.
create or replace view invariant_supplement_order_is_accepted as
select bookings.id::text as subject, bookings.amount_cents::bigint as found_cents, 0::bigint as expected_cents
from bookings
where bookings.parent_id is not null
  and bookings.booking_status = 'confirmed'
  and not exists (select from supplements where supplements.order_id = bookings.id and supplements.status = 'accepted')
  and not exists (select from instalments where instalments.order_id = bookings.id and instalments.status = 'paid');

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all select ''planAddsUp'', subject, found_cents, expected_cents from invariant_plan_adds_up
    union all select ''paidInstalmentIsPaid'', subject, found_cents, expected_cents from invariant_paid_instalment_is_paid';
end $$;

-- Orders of services with a price range: the customer's card is authorized for the top of the range, the company confirms the price, and
-- only the confirmed price is captured (docs/spec.md#estimates).
alter table services
  -- Upper end of the range of a 'from' price; null: the usual range (estimateOf).
  add column price_to_cents integer check (price_to_cents between 100 and 1000000),
  add constraint services_price_to_check check (price_to_cents is null or (price_kind = 'from' and price_to_cents >= price_cents));

alter table checkouts
  -- Amount to be captured of an authorization; null: all of it. More than `amount_cents`: the authorization is released instead, and the
  -- customer pays the new price in another checkout.
  add column capture_cents integer check (capture_cents > 0),
  add constraint checkouts_capture_check check (capture_cents is null or is_held);

create table booking_estimates (
  booking_id uuid primary key references bookings on delete cascade,
  low_cents integer not null check (low_cents > 0),
  -- Authorized amount: the company may not exceed it without the customer's consent.
  ceiling_cents integer not null check (ceiling_cents >= low_cents),
  -- Price that the company named, and why it differs.
  price_cents integer check (price_cents > 0),
  reason text,
  named_at timestamptz,
  -- When the customer accepted a price above the ceiling.
  accepted_at timestamptz,
  check ((price_cents is null) = (named_at is null)),
  check (price_cents is null or price_cents <= ceiling_cents or reason is not null),
  check (accepted_at is null or price_cents > ceiling_cents)
);

-- A booking of an estimate is confirmed only at the price that the company named, and above the ceiling only if the customer accepted it.
create function guard_estimated_price() returns trigger
language plpgsql as $$
begin
  if exists (
    select
    from booking_estimates as estimate
    where estimate.booking_id = new.id
      and (
        estimate.price_cents is distinct from new.amount_cents
        or (estimate.price_cents > estimate.ceiling_cents and estimate.accepted_at is null)
      )
  ) then
    raise exception 'booking % is not confirmed at the price of its estimate', new.id;
  end if;
  return new;
end $$;
create trigger guard_estimated_price before update of booking_status on bookings
for each row when (new.booking_status = 'confirmed' and old.booking_status <> 'confirmed') execute function guard_estimated_price();

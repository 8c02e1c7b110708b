-- Claims of many bookings at once. What each booking is worth is read from indexes alone.
drop index ledger_tx_booking;
create index ledger_tx_booking on ledger_tx (booking_id) include (id, kind) where booking_id is not null;
create index ledger_entry_payable on ledger_entry (tx_id) include (id, company_id, amount_cents) where account = 'company_payable';

-- A foreign key is checked, and its row locked, line by line; a claim has twenty thousand. One look at all of a statement's lines takes
-- their place, and sees more: each is what we owe for its booking's charge, to the company that is paid. None of these rows ever goes: the
-- ledger is append-only, a charge holds on to its booking, and payouts stay.
create function guard_payout_items() returns trigger
language plpgsql
-- The plan of a first call with one line serves later ones with thousands, and the other way round.
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  wrong uuid;
begin
  select item.booking_id into wrong
  from written as item
  where not exists (
    select 1
    from ledger_tx as head
    join ledger_entry as entry on entry.tx_id = head.id and entry.account = 'company_payable'
    join payouts as payout on payout.company_id = entry.company_id
    where head.booking_id = item.booking_id
      and head.kind = 'charge'
      and entry.id = item.ledger_entry_id
      and payout.id = item.payout_id
  )
  limit 1;
  if found then
    raise exception 'booking % is paid out by a line that is not its own', wrong using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;

create trigger guard_payout_items after insert on payout_items
referencing new table as written
for each statement execute function guard_payout_items();

create function refuse_another_line() returns trigger
language plpgsql as $$
begin
  raise exception 'what a payout pays for never changes' using errcode = 'check_violation';
end
$$;

create trigger payout_items_stay_theirs before update of payout_id, booking_id, ledger_entry_id on payout_items
for each row execute function refuse_another_line();

create trigger payouts_not_deleted before delete on payouts
for each row execute function refuse_change();

alter table payout_items
  drop constraint payout_items_payout_id_fkey,
  drop constraint payout_items_booking_id_fkey,
  drop constraint payout_items_ledger_entry_id_fkey;

-- What the law requires us to prove: which texts were accepted, and every declaration of withdrawal received (§ 355, § 356a BGB).

-- Which version of which legal text was accepted with a booking, by a company, with an account. The texts of the versions are in the code.
create table legal_acceptances (
  id uuid primary key default uuidv7(),
  document text not null check (
    document in ('imprint', 'privacy', 'customerTerms', 'companyTerms', 'withdrawalPolicy', 'accessibility')
  ),
  version date not null,
  accepted_at timestamptz not null,
  booking_id uuid references bookings on delete cascade,
  company_id uuid references companies on delete cascade,
  user_id uuid references users on delete cascade,
  check (num_nonnulls(booking_id, company_id, user_id) = 1)
);
create unique index legal_acceptances_booking on legal_acceptances (booking_id, document, version) where booking_id is not null;
create unique index legal_acceptances_company on legal_acceptances (company_id, document, version) where company_id is not null;
create unique index legal_acceptances_user on legal_acceptances (user_id, document, version) where user_id is not null;

-- A company declares that it is a trader by accepting the terms for companies; companies that were never asked have no such row.
create function declares_trader(company companies) returns boolean
language sql
stable
as $$
  select exists (
    select 1
    from legal_acceptances
    where company_id = company.id
    and document = 'companyTerms'
  )
$$;

-- Rows are evidence: they are inserted and deleted with their booking, company or account, and never change.
create function refuse_acceptance_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'legal acceptances never change';
end
$$;

create trigger legal_acceptances_stay
before update on legal_acceptances
for each row execute function refuse_acceptance_change();

create table withdrawals (
  id uuid primary key default uuidv7(),
  -- The same declaration sent twice is one row, with a receipt each time.
  fingerprint text not null,
  times integer not null default 1 check (times > 0),
  name text not null,
  contract text not null,
  email text not null,
  declared_at timestamptz not null,
  last_declared_at timestamptz not null,
  -- The booking, proven by the link of its mails or by its number and address, or chosen by the operator.
  booking_id uuid references bookings on delete set null,
  proof text check (proof in ('link', 'address', 'operator')),
  status text not null check (status in ('open', 'accepted', 'rejected')),
  -- Why the decision was left to the operator.
  cause text,
  decided_at timestamptz,
  decided_by text check (decided_by in ('system', 'operator')),
  reason text,
  -- The refund that this decision grants.
  refund_cents integer check (refund_cents >= 0),
  check (last_declared_at >= declared_at),
  check ((status = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_by is not distinct from 'system') = (cause is null)),
  check (status <> 'rejected' or (decided_by = 'operator' and reason is not null)),
  check (refund_cents is null or status = 'accepted')
);
-- After a rejection the same declaration may be sent again.
create unique index withdrawals_once on withdrawals (fingerprint) where status <> 'rejected';
create index withdrawals_newest on withdrawals (last_declared_at desc, id desc);
create index withdrawals_open on withdrawals (last_declared_at) where status = 'open';
create index withdrawals_booking on withdrawals (booking_id);
create index withdrawals_email on withdrawals (email);

insert into state_edges (graph, from_state, to_state)
values
  ('withdrawal', 'open', 'accepted'),
  ('withdrawal', 'open', 'rejected');

create trigger guard_withdrawal_states before update on withdrawals
for each row execute function guard_state('withdrawal');

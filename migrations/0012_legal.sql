-- What the law asks us to prove: which texts were accepted, and every declaration of withdrawal that ever arrived (§ 355, § 356a BGB).

-- Which version of which legal text was accepted with a booking, by a company, with an account. The versions' texts lie in the code.
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

-- A company declares that it is a trader when it accepts the terms for companies; nothing says so for who was never asked.
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

-- Rows are proof: they come and go with what they belong to, and never change.
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
  -- The same declaration twice is one, with a receipt each time.
  fingerprint text not null,
  times integer not null default 1 check (times > 0),
  name text not null,
  contract text not null,
  email text not null,
  declared_at timestamptz not null,
  last_declared_at timestamptz not null,
  -- The booking that it is about: proven by the link of its mails or by its number and address, or chosen by the operator.
  booking_id uuid references bookings on delete set null,
  proof text check (proof in ('link', 'address', 'operator')),
  status text not null check (status in ('open', 'accepted', 'rejected')),
  -- Why it was left to the operator.
  cause text,
  decided_at timestamptz,
  decided_by text check (decided_by in ('system', 'operator')),
  reason text,
  -- What goes back to the customer by this decision.
  refund_cents integer check (refund_cents >= 0),
  check (last_declared_at >= declared_at),
  check ((status = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_by is not distinct from 'system') = (cause is null)),
  check (status <> 'rejected' or (decided_by = 'operator' and reason is not null)),
  check (refund_cents is null or status = 'accepted')
);
-- Whoever declares again after a rejection is heard again.
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

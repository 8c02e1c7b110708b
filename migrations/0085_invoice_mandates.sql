-- A company lets the operator write the invoices to its customers in its name (docs/domain.md#documents). The text stays as it was accepted.
create table invoice_mandates (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  version text not null,
  accepted_text text not null,
  accepted_at timestamptz not null,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz,
  check (revoked_at >= accepted_at)
);
create unique index invoice_mandates_standing on invoice_mandates (company_id) where revoked_at is null;
create index invoice_mandates_company on invoice_mandates (company_id, accepted_at desc);

-- What was accepted is evidence: it is revoked once, and nothing else of it changes, but that the person's account goes.
create function guard_mandate() returns trigger
language plpgsql as $$
begin
  if to_jsonb(new) - array['revoked_at', 'accepted_by'] <> to_jsonb(old) - array['revoked_at', 'accepted_by']
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  then
    raise exception 'an accepted mandate stays as it was' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger invoice_mandates_stay before update on invoice_mandates
for each row execute function guard_mandate();

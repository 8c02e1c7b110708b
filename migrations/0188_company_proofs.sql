-- Proofs that the operator checked before it granted the badge 'Verifiziert', with their last days (docs/spec.md#verification). The evidence
-- itself is deleted with the decision.
create table company_proofs (
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('tradeLicence', 'craftRoll', 'insurance')),
  checked_on date not null,
  valid_until date not null check (valid_until >= checked_on),
  -- When the company was reminded that it ends.
  reminded_at timestamptz,
  primary key (company_id, kind)
);
create index company_proofs_ending on company_proofs (valid_until);

-- Removing the badge deletes its proofs, whichever code does it: they applied to what was checked.
create function drop_proofs() returns trigger
language plpgsql as $$
begin
  delete from company_proofs where company_id = new.id;
  return null;
end $$;
create trigger drop_proofs after update of verified on companies
for each row when (old.verified and not new.verified) execute function drop_proofs();

-- Figures of a company on its profile, written once a day: null below the least number of values (docs/spec.md#trust-figures).
create table company_figures (
  company_id uuid primary key references companies on delete cascade,
  -- Minutes within which three of four requests were answered.
  answer_minutes integer check (answer_minutes > 0),
  repeat_customers integer check (repeat_customers > 0)
);

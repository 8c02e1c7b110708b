-- Companies that an account keeps for later.

create table favourites (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null references companies on delete cascade,
  kept_at timestamptz not null,
  primary key (user_id, company_id)
);
create index favourites_company on favourites (company_id);

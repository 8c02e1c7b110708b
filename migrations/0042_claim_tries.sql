-- Tries at a claim code count by account, so that a stranger cannot burn the code of somebody else's company. `claim_codes.tries` is how
-- many there were over all accounts.
create table claim_tries (
  company_id uuid not null references claim_codes on delete cascade,
  user_id uuid not null references users on delete cascade,
  tries integer not null,
  primary key (company_id, user_id)
);
create index claim_tries_user on claim_tries (user_id);

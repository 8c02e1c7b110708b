-- The PSP refuses us as a whole (our key, our checkouts, accounts for our companies): counted in a row, the operator is alerted once.
create table psp_outages (
  kind text primary key check (kind in ('keyRefused', 'checkoutsRefused', 'accountsRefused')),
  began_at timestamptz not null,
  last_at timestamptz not null,
  refusals integer not null check (refusals > 0),
  -- Null until the operator was alerted.
  alerted_at timestamptz,
  -- The newest refusal: type, code and parameter of the error, id of the request.
  reason text not null
);

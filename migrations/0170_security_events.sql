-- Sign-ins, codes and changes of an account; without an account: the operator's own, and sign-ins with an unknown address.
create table security_events (
  id bigint generated always as identity primary key,
  user_id uuid references users on delete cascade,
  kind text not null,
  at timestamptz not null,
  network text not null,
  device text not null,
  times integer not null default 1
);
create index security_events_user on security_events (user_id, at desc, id desc);
create index security_events_at on security_events (at);
-- One row a day and network: guesses at addresses cannot fill the table.
create unique index security_events_daily on security_events (kind, network, ((at at time zone 'utc')::date))
where kind in ('unknownAddress', 'operatorLocked');

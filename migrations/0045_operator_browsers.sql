-- Browsers in which the operator passed both gates, by the hash of their random cookie. Strangers cannot use up their tries.
create table operator_browsers (
  caller_hash text primary key,
  seen_at timestamptz not null
);

-- Work that one process at a time does (src/platform/server/database/leases.ts): a row instead of a session's advisory lock, which a pooler in
-- transaction mode cannot hold.
create table leases (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);

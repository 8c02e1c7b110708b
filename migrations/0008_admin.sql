-- The operator's sessions: 'password' has passed the first gate, 'authenticated' both. Only the hash of the cookie is kept.
create table admin_sessions (
  id uuid primary key default uuidv7(),
  token_hash text not null unique,
  state text not null check (state in ('password', 'authenticated')),
  created_at timestamptz not null,
  -- Absolute: nothing moves it.
  expires_at timestamptz not null check (expires_at > created_at)
);
create index admin_sessions_expiry on admin_sessions (expires_at);

-- Who did what to which object, written in the transaction that did it. Append-only.
create table audit_log (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  actor text not null check (actor <> ''),
  action text not null check (action <> ''),
  object_type text not null check (object_type <> ''),
  object_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_object on audit_log (object_type, object_id);

create trigger audit_log_append_only before update or delete on audit_log
for each row execute function refuse_change();
create trigger audit_log_not_truncated before truncate on audit_log
for each statement execute function refuse_change();

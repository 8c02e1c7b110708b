-- Accounts and the proofs of identity, the operator's sessions, and the audit log. Secrets are kept as hashes only.

create table users (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  -- Changes with every sign-up of an unconfirmed address: a link confirms only the sign-up that issued it.
  sign_up_id uuid not null,
  -- The browser that signed up: only there a link confirms without a question, whoever requested the link.
  sign_up_caller_hash text,
  -- The page that the person wanted to reach.
  sign_up_path text,
  confirmed_at timestamptz,
  welcome_sent_at timestamptz,
  created_at timestamptz not null,
  password_changed_at timestamptz not null
);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  stepped_up_at timestamptz
);
create index sessions_user on sessions (user_id);

-- Mailed links, the grants of opened reset links, and 'Weiter als …'. Used ones stay for a while, so that a second click is recognised.
create table auth_tokens (
  id uuid primary key,
  token_hash text not null unique,
  kind text not null check (kind in ('signup', 'recovery', 'grant', 'continue')),
  user_id uuid not null references users on delete cascade,
  sign_up_id uuid not null,
  -- The browser that got the token by opening a link; a mailed link is not bound to a browser.
  caller_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index auth_tokens_user on auth_tokens (user_id);
create index auth_tokens_age on auth_tokens (expires_at);

-- Failed sign-ins since the last success, by hash of the typed address, known or not; a known device has its own row.
create table sign_in_failures (
  key text primary key,
  address_hash text not null,
  tries integer not null,
  until timestamptz not null
);
create index sign_in_failures_address on sign_in_failures (address_hash);
create index sign_in_failures_until on sign_in_failures (until);

create table known_devices (
  user_id uuid not null references users on delete cascade,
  caller_hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, caller_hash)
);

-- One code per purpose and subject: a new code replaces the old one.
create table one_time_codes (
  purpose text not null check (purpose in ('dashboard', 'admin', 'bankChange')),
  subject text not null,
  session_id text not null,
  hmac text not null,
  tries integer not null,
  expires_at timestamptz not null,
  primary key (purpose, subject)
);

create table code_failures (
  purpose text not null,
  subject text not null,
  failures integer not null,
  until timestamptz not null,
  primary key (purpose, subject)
);

-- The operator's sessions: 'password' has passed the first gate, 'authenticated' both.
create table admin_sessions (
  id uuid primary key default uuidv7(),
  token_hash text not null unique,
  state text not null check (state in ('password', 'authenticated')),
  created_at timestamptz not null,
  -- An absolute limit: activity does not extend it.
  expires_at timestamptz not null check (expires_at > created_at),
  -- When the operator last entered a mailed code: showing bank details in clear requires a recent one.
  confirmed_at timestamptz
);
create index admin_sessions_expiry on admin_sessions (expires_at);

-- Browsers in which the operator passed both gates, by the hash of their random cookie. Strangers cannot use up the tries of these
-- browsers.
create table operator_browsers (
  caller_hash text primary key,
  seen_at timestamptz not null
);

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
-- The log is searched by action, by actor and by object, newest first.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_actor on audit_log ((split_part(actor, ':', 1)), at desc, id desc);
create index audit_log_object on audit_log (object_type, at desc, id desc);
create index audit_log_ids on audit_log using gin (object_id gin_trgm_ops, actor gin_trgm_ops);
create index audit_log_request on audit_log (request_id);

create trigger audit_log_append_only before update or delete on audit_log
for each row execute function refuse_change();
create trigger audit_log_not_truncated before truncate on audit_log
for each statement execute function refuse_change();

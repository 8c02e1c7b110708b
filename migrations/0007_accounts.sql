-- People and what proves who they are. Secrets are kept as hashes only.
create table users (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  -- Changes with every sign-up of an unconfirmed address: a link confirms only the sign-up that issued it.
  sign_up_id uuid not null,
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

-- Mailed links, what an opened reset link grants, and 'Weiter als …'. Used ones stay for a while, so that a second click is told apart.
create table auth_tokens (
  id uuid primary key,
  token_hash text not null unique,
  kind text not null check (kind in ('signup', 'recovery', 'grant', 'continue')),
  user_id uuid not null references users on delete cascade,
  sign_up_id uuid not null,
  -- The browser that asked: only it is signed in without a question.
  caller_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index auth_tokens_user on auth_tokens (user_id);
create index auth_tokens_age on auth_tokens (expires_at);

-- Tries to sign in since the last success, by hash of the typed address, known or not; a known device has a row of its own.
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

-- One code per purpose and subject: a new one takes the place of the old.
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

alter table companies add foreign key (user_id) references users on delete set null;

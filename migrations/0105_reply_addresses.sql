-- Secret addresses that mails about new messages name for answers. Each belongs to one side of a thread, and to the address it was mailed to.
create table reply_addresses (
  -- SHA-256 of the secret, as of every other one.
  secret_hash text primary key,
  thread_id uuid not null references threads on delete cascade,
  side text not null check (side in ('customer', 'company')),
  -- HMAC of the address it was mailed to: once that side has another one, it is worth nothing.
  recipient_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index reply_addresses_thread on reply_addresses (thread_id);
create index reply_addresses_expiry on reply_addresses (expires_at);

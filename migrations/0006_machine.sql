-- What the machine itself remembers, shared by all server processes.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- Counters of rate limits; losing them in a crash is harmless.
create unlogged table rate_counters (
  key text primary key,
  used bigint not null,
  until timestamptz not null
);
create index rate_counters_until on rate_counters (until);

-- Answers that a repeated request gets again (header Idempotency-Key), kept 72 hours.
create table idempotent_requests (
  key text primary key,
  caller_hash text not null,
  call text not null,
  body_hash text not null,
  leased_until timestamptz not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null
);
create index idempotent_requests_age on idempotent_requests (created_at);

-- Mails that left, by their occasion: none leaves twice. One that the mail server refused for good has its answer's code.
create table sent_mails (
  occasion text primary key,
  message_id text not null,
  sent_at timestamptz not null,
  refused_code integer
);

-- Heartbeats of job workers: the jobs of one that fell silent are freed.
create table job_workers (
  worker_id text primary key,
  seen_at timestamptz not null
);

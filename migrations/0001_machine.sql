-- What tables of several slices use (folded text, append-only tables, state graphs), and the tables of src/server itself.

create extension if not exists pg_trgm;

-- The same folding as src/kit/text.ts (a test holds the two together).
create function fold_text(text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  normalize(
    replace(replace(replace(replace(replace(lower($1 collate "de-x-icu"), 'ß', 'ss'), 'ı', 'i'), 'ł', 'l'), 'ø', 'o'), 'æ', 'ae'),
    nfd
  ),
  '[\u0300-\u036f]', '', 'g'
);

-- The second spelling of umlauts, so that 'Gaertner' finds 'Gärtner'.
create function fold_digraphs(text) returns text
language sql immutable strict parallel safe
return regexp_replace(fold_text($1), '([aou])e', '\1', 'g');

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The state graphs that the database enforces: every permitted change of status is a row, all others are refused. Each table with such a
-- status adds its rows and a trigger, `guard_state` or its own.
create table state_edges (
  graph text not null,
  from_state text not null,
  to_state text not null,
  primary key (graph, from_state, to_state)
);

create function refuse_unknown_edge(graph_name text, from_name text, to_name text) returns void
language plpgsql as $$
begin
  if from_name <> to_name and not exists (
    select 1
    from state_edges
    where graph = graph_name and from_state = from_name and to_state = to_name
  ) then
    raise exception '% cannot go from % to %', graph_name, from_name, to_name using errcode = 'check_violation';
  end if;
end
$$;

create function guard_state() returns trigger
language plpgsql as $$
begin
  perform refuse_unknown_edge(tg_argv[0], old.status, new.status);
  return new;
end
$$;

-- All tables below are shared by all server processes.
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

-- Answers that are replayed to a repeated request (header Idempotency-Key), kept 72 hours.
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

-- Sent mails, by their occasion: none is sent twice. A mail that the mail server refused for good has the code of the refusal.
create table sent_mails (
  occasion text primary key,
  message_id text not null,
  sent_at timestamptz not null,
  refused_code integer
);
create index sent_mails_age on sent_mails (sent_at);

-- Heartbeats of job workers: the jobs of a worker without a heartbeat are freed.
create table job_workers (
  worker_id text primary key,
  seen_at timestamptz not null
);

-- When each scheduled job is due next. One row per job, so that it runs on schedule however many processes there are or restart.
create table job_schedules (
  name text primary key,
  due_at timestamptz not null
);

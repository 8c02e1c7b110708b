-- Mails of the operator to all companies: what is sent, to whom, and who wants none.

create table mailings (
  id uuid primary key default uuidv7(),
  subject text not null,
  message text not null,
  status text not null default 'running' check (status in ('running', 'stopped', 'finished')),
  recipients integer not null check (recipients > 0),
  -- Companies left out at the start because they want no such mails.
  opted_out integer not null check (opted_out >= 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Who sends at this moment, and until when nobody else may.
  lease uuid,
  leased_until timestamptz,
  -- The next mail leaves no earlier: the pause between two, or the patience with a mail server that does not answer.
  next_at timestamptz not null,
  -- Since when the mail server has not answered.
  unreachable_since timestamptz,
  check ((status = 'running') = (ended_at is null))
);
create unique index mailings_running on mailings ((true)) where status = 'running';

-- Frozen at the start. The row makes the Message-ID, so a repeated transmission carries the same one.
create table mailing_recipients (
  id uuid primary key default uuidv7(),
  mailing_id uuid not null references mailings on delete cascade,
  position integer not null check (position > 0),
  company_id uuid references companies on delete set null,
  company_name text not null,
  contact_person text not null,
  email text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  -- Transmissions that were begun, and answers of the mail server that said 'later'.
  attempts integer not null default 0,
  deferrals integer not null default 0,
  -- After 'later' it is not tried again before.
  next_try_at timestamptz,
  message_id text,
  error_code text check (error_code in ('refused', 'deferred', 'unreachable', 'optedOut', 'gone')),
  -- What the mail server answered.
  smtp_code integer,
  processed_at timestamptz,
  unique (mailing_id, position),
  check ((status = 'failed') = (error_code is not null)),
  check ((status = 'waiting') = (processed_at is null))
);
create index mailing_recipients_status on mailing_recipients (mailing_id, status, position);
create index mailing_recipients_company on mailing_recipients (company_id);

-- Companies that want no such mails. Those that the account asks for still come.
create table mailing_opt_outs (
  company_id uuid primary key references companies on delete cascade,
  opted_out_at timestamptz not null
);

-- The secret links in those mails: one for each company, and one more when SECRET_KEY changes. Older ones go on working.
create table mailing_links (
  token_hash text primary key,
  company_id uuid not null references companies on delete cascade,
  created_at timestamptz not null
);
create index mailing_links_company on mailing_links (company_id);

-- What the operator writes to all companies, and what people write to the operator.

-- A mail to all companies: its content, its recipients, and its progress.
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
  -- The lease of the current sender and when it expires.
  lease uuid,
  leased_until timestamptz,
  -- The next mail is not sent before: the pause between two mails, or the wait for a mail server that does not answer.
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
  -- Started transmissions, and how often the mail server answered 'later'.
  attempts integer not null default 0,
  deferrals integer not null default 0,
  -- After 'later' the next try is not before this moment.
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

-- Companies that opted out of mailings. Mails required by the account are still sent.
create table mailing_opt_outs (
  company_id uuid primary key references companies on delete cascade,
  opted_out_at timestamptz not null
);

-- The secret links in mailings: one per company, and one more when SECRET_KEY changes. Older links stay valid.
create table mailing_links (
  token_hash text primary key,
  company_id uuid not null references companies on delete cascade,
  created_at timestamptz not null
);
create index mailing_links_company on mailing_links (company_id);

create table contact_messages (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null,
  topic text not null check (topic in ('booking', 'payment', 'provider', 'privacy', 'other')),
  message text not null,
  -- The form was probably filled in by a machine: the message is stored, but no mail is sent.
  is_suspect boolean not null,
  created_at timestamptz not null,
  done_at timestamptz
);
create index contact_messages_address on contact_messages (email);
create index contact_messages_newest on contact_messages (created_at desc, id desc);

-- Reports of illegal content (Art. 16 of the Digital Services Act).
create table content_reports (
  id uuid primary key default uuidv7(),
  target text not null check (target in ('company', 'review', 'page')),
  company_id uuid references companies on delete set null,
  -- No foreign key: the report and its decision outlive the review.
  review_id uuid,
  -- The place that the reporter named; only if the content is neither a profile nor a review.
  page text,
  reason text not null check (
    reason in ('insult', 'untrue', 'privacy', 'property', 'fraud', 'hate', 'childAbuse', 'terms', 'other')
  ),
  explanation text not null,
  name text,
  email text,
  is_suspect boolean not null,
  created_at timestamptz not null,
  decision text check (decision in ('kept', 'edited', 'removed')),
  ground text check (ground in ('law', 'terms')),
  decision_reason text,
  decided_at timestamptz,
  check ((target = 'review') = (review_id is not null)),
  check ((target = 'page') = (page is not null)),
  check (target <> 'page' or decision is distinct from 'removed'),
  -- Only reports of child abuse may be anonymous (Art. 16 Abs. 2 c).
  check (reason = 'childAbuse' or (name is not null and email is not null)),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decision_reason is null)),
  check ((ground is not null) = (decision is not null and decision <> 'kept'))
);
create index content_reports_newest on content_reports (created_at desc, id desc);
create index content_reports_company on content_reports (company_id);
create index content_reports_open on content_reports (created_at) where decision is null;

-- What people write to the operator: questions, and reports of content that should not stand there (Art. 16 of the Digital Services Act).

create table contact_messages (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null,
  topic text not null check (topic in ('booking', 'payment', 'provider', 'privacy', 'other')),
  message text not null,
  -- Looks as if a machine had filled in the form: kept, but nobody is mailed.
  is_suspect boolean not null,
  created_at timestamptz not null,
  done_at timestamptz
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);

create table content_reports (
  id uuid primary key default uuidv7(),
  target text not null check (target in ('company', 'review', 'page')),
  company_id uuid references companies on delete set null,
  -- No reference: the report and its decision outlive the review.
  review_id uuid,
  -- Where it stands, as the reporter named it; only where it is neither a profile nor a review.
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
  -- Only whoever reports the abuse of a child may stay unnamed (Art. 16 Abs. 2 c).
  check (reason = 'childAbuse' or (name is not null and email is not null)),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decision_reason is null)),
  check ((ground is not null) = (decision is not null and decision <> 'kept'))
);
create index content_reports_newest on content_reports (created_at desc, id desc);
create index content_reports_company on content_reports (company_id);
create index content_reports_open on content_reports (created_at) where decision is null;

-- What a customer and a company write to each other about a booking.

create table threads (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  -- What they write about. A quote may stand here instead one day, so the column may be empty, but not alone.
  booking_id uuid unique references bookings on delete cascade,
  -- When the customer first read it by a mailed link: from then on the address is known to be read by them, and mails may repeat texts.
  customer_confirmed_at timestamptz,
  created_at timestamptz not null,
  -- The newest message.
  last_at timestamptz not null,
  constraint threads_owner check (booking_id is not null)
);
create index threads_company on threads (company_id, last_at desc, id desc);
create index threads_last on threads (last_at);

create table messages (
  id uuid primary key default uuidv7(),
  thread_id uuid not null references threads on delete cascade,
  side text not null check (side in ('customer', 'company')),
  -- As the other side reads it: contact data that were hidden before the payment are not kept. Each takes more room hidden than written.
  body text not null check (char_length(body) <= 12000),
  hidden text[] not null default '{}' check (hidden <@ array['email', 'phone', 'iban', 'link']),
  -- The sender's idempotency key: the same attempt is one message, even if the answer to the first was lost.
  attempt text check (char_length(attempt) <= 255),
  sent_at timestamptz not null,
  -- When the other side read it, and when a mail told the other side of it.
  read_at timestamptz,
  mailed_at timestamptz,
  unique (thread_id, side, attempt)
);
create index messages_thread on messages (thread_id, sent_at, id);
create index messages_unread on messages (thread_id, side) where read_at is null;
create index messages_to_mail on messages (thread_id, side, sent_at) where read_at is null and mailed_at is null;

-- The files of a message; when it is deleted, they belong to nothing, and the sweep of attachments deletes them.
create table message_files (
  message_id uuid not null references messages on delete cascade,
  attachment_id uuid not null unique references attachments on delete cascade,
  primary key (message_id, attachment_id)
);

-- Who asked the operator to read a thread, and why. Only while one of its reports is open may the operator read it.
create table thread_reports (
  id uuid primary key default uuidv7(),
  thread_id uuid not null references threads on delete cascade,
  side text not null check (side in ('customer', 'company')),
  reason text not null check (char_length(reason) between 1 and 1000),
  reported_at timestamptz not null,
  closed_at timestamptz,
  outcome text,
  check ((closed_at is null) = (outcome is null))
);
create unique index thread_reports_open on thread_reports (thread_id, side) where closed_at is null;
create index thread_reports_newest on thread_reports (reported_at desc, id desc);

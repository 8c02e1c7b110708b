-- Offers on request: a customer describes once what is to be done, up to five companies answer with binding offers, and one is booked.

create table quote_requests (
  id uuid primary key default uuidv7(),
  status text not null default 'unconfirmed' check (status in ('unconfirmed', 'open', 'accepted', 'withdrawn', 'lapsed')),
  -- What it is about: the trade, the words of the search, and the service of a company 'auf Anfrage'.
  category text not null,
  words text not null,
  service_id uuid references services on delete set null,
  title text not null,
  -- Contact data are hidden in it, and not kept.
  description text not null check (char_length(description) between 20 and 12000),
  postcode text not null,
  urgency text not null check (urgency in ('soon', 'month', 'days')),
  wished_days date[] not null default '{}',
  wished_parts text[] not null default '{}' check (wished_parts <@ array['vormittag', 'nachmittag', 'abend']),
  customer_name text not null,
  customer_email text not null,
  -- The sender's idempotency key: the same attempt is one request, even if the answer to the first was lost.
  attempt text,
  -- Whom to ask first; each becomes a row of quotes when the address is confirmed.
  company_ids uuid[] not null check (cardinality(company_ids) between 1 and 5),
  -- Whether others may be asked when nobody answers, and how often companies were chosen.
  asks_further boolean not null,
  rounds integer not null default 0,
  -- The order that takes one of the offers: while it waits for its payment no other is taken.
  booking_id uuid references bookings on delete set null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  check ((status = 'unconfirmed') <= (confirmed_at is null)),
  check ((status in ('unconfirmed', 'open')) = (ended_at is null))
);
create index quote_requests_open on quote_requests (id) where status = 'open';
create index quote_requests_newest on quote_requests (created_at desc, id desc);
create index quote_requests_email on quote_requests (customer_email);
create unique index quote_requests_attempt on quote_requests (customer_email, attempt);

-- One row for each company that was asked; its offer, once it made one.
create table quotes (
  id uuid primary key default uuidv7(),
  request_id uuid not null references quote_requests on delete cascade,
  company_id uuid not null references companies on delete cascade,
  status text not null default 'open' check (status in ('open', 'offered', 'accepted', 'declined', 'withdrawn', 'lapsed')),
  asked_at timestamptz not null,
  answer_by timestamptz not null,
  offered_at timestamptz,
  offer_title text,
  offer_text text,
  total_cents integer check (total_cents between 100 and 1000000),
  minutes integer check (minutes between 15 and 720),
  valid_until timestamptz,
  ended_at timestamptz,
  -- Who ended it, for what is told.
  ended_by text check (ended_by in ('customer', 'company', 'system')),
  unique (request_id, company_id),
  constraint quotes_offer_whole check (
    (offered_at is null) = (total_cents is null)
    and (offered_at is null) = (offer_title is null)
    and (offered_at is null) = (offer_text is null)
    and (offered_at is null) = (minutes is null)
    and (offered_at is null) = (valid_until is null)
  ),
  constraint quotes_offered_check check (status not in ('offered', 'accepted') or offered_at is not null),
  check ((status in ('open', 'offered')) = (ended_at is null))
);
create index quotes_company on quotes (company_id, asked_at desc, id desc);
create index quotes_unanswered on quotes (answer_by) where status = 'open';
create index quotes_valid on quotes (valid_until) where status = 'offered';

-- The times that an offer names; they are not held.
create table quote_slots (
  quote_id uuid not null references quotes on delete cascade,
  starts_at timestamptz not null,
  primary key (quote_id, starts_at)
);

-- The customer's files; when a row goes, its file belongs to nothing, and the sweep of attachments deletes it.
create table quote_files (
  request_id uuid not null references quote_requests on delete cascade,
  attachment_id uuid primary key references attachments on delete cascade
);
create index quote_files_request on quote_files (request_id);

-- Which offer an order takes, also when another order took its place.
create table quote_bookings (
  booking_id uuid primary key references bookings on delete cascade,
  quote_id uuid not null references quotes on delete cascade
);
create index quote_bookings_quote on quote_bookings (quote_id);

-- The secret links of mails: only hashes are stored.
create table quote_links (
  token_hash text primary key,
  request_id uuid not null references quote_requests on delete cascade,
  expires_at timestamptz not null
);
create index quote_links_request on quote_links (request_id);
create index quote_links_expiry on quote_links (expires_at);

insert into state_edges (graph, from_state, to_state)
values
  ('quoteRequest', 'unconfirmed', 'open'),
  ('quoteRequest', 'unconfirmed', 'withdrawn'),
  ('quoteRequest', 'open', 'accepted'),
  ('quoteRequest', 'open', 'withdrawn'),
  ('quoteRequest', 'open', 'lapsed'),
  -- Money that arrives late for an offer nobody replaced.
  ('quoteRequest', 'lapsed', 'accepted'),
  ('quote', 'open', 'offered'),
  ('quote', 'open', 'declined'),
  ('quote', 'open', 'withdrawn'),
  ('quote', 'open', 'lapsed'),
  ('quote', 'offered', 'accepted'),
  ('quote', 'offered', 'declined'),
  ('quote', 'offered', 'withdrawn'),
  ('quote', 'offered', 'lapsed'),
  ('quote', 'lapsed', 'accepted');

create trigger guard_quote_request_state before update of status on quote_requests
for each row execute function guard_state('quoteRequest');
create trigger guard_quote_state before update of status on quotes
for each row execute function guard_state('quote');

-- One offer of a request is accepted, and it is paid.
create view invariant_one_quote_accepted as
select request_id::text as subject, count(*)::bigint as found_cents, 1::bigint as expected_cents
from quotes
where status = 'accepted'
group by request_id
having count(*) > 1;

create view invariant_accepted_quote_is_paid as
select quotes.id::text as subject, 0::bigint as found_cents, quotes.total_cents::bigint as expected_cents
from quotes
join quote_requests on quote_requests.id = quotes.request_id
where quotes.status = 'accepted'
  and (
    quote_requests.status <> 'accepted'
    or not exists (
      select
      from bookings
      join quote_bookings on quote_bookings.booking_id = bookings.id
      where bookings.id = quote_requests.booking_id
        and quote_bookings.quote_id = quotes.id
        and bookings.paid_at is not null
        and bookings.amount_cents = quotes.total_cents
    )
  );

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all
    select ''oneQuoteAccepted'', subject, found_cents, expected_cents from invariant_one_quote_accepted
    union all
    select ''acceptedQuoteIsPaid'', subject, found_cents, expected_cents from invariant_accepted_quote_is_paid';
end
$$;

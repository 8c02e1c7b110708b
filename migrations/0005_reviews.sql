-- Reviews; one is public when it is published.
create table reviews (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  booking_id uuid references bookings,
  customer_name text not null,
  customer_email text not null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  is_from_booking boolean not null default false,
  company_reply text,
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index reviews_public on reviews (company_id, created_at desc) where published_at is not null;
create unique index reviews_one_per_booking on reviews (booking_id);

-- Invoices that a company wrote itself and put on its customer's booking page. They stay; a later file adds to them.
create table own_invoices (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  company_id uuid not null references companies,
  name text not null check (char_length(name) between 1 and 120),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  storage_key text not null unique,
  uploaded_at timestamptz not null
);
create index own_invoices_booking on own_invoices (booking_id, uploaded_at);

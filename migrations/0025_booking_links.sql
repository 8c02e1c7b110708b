-- The secret links in a customer's mails that open a booking: only their hashes are kept, each mail has one of its own.

create table booking_links (
  token_hash text primary key,
  booking_id uuid not null references bookings on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index booking_links_booking on booking_links (booking_id);
create index booking_links_expiry on booking_links (expires_at);

-- To whom the invoice of a booking is addressed, as its customer says it; without a row it is whoever booked.
create table billing_addresses (
  booking_id uuid primary key references bookings on delete cascade,
  name text not null check (char_length(name) between 2 and 150),
  street text not null check (char_length(street) between 2 and 120),
  postcode text not null check (char_length(postcode) between 3 and 12),
  town text not null check (char_length(town) between 2 and 100),
  country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
  vat_id text check (char_length(vat_id) <= 20),
  buyer_reference text check (char_length(buyer_reference) <= 100),
  updated_at timestamptz not null
);

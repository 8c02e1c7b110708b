-- outside a transaction
create index concurrently if not exists bookings_parent on bookings (parent_id) where parent_id is not null;

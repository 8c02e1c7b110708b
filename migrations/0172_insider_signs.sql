-- Signs that a company booked itself: its account's browser, or a card of its subscription. For the operator; nothing follows by itself.
alter table bookings add column insider text check (insider in ('visitor', 'card'));
create index bookings_insider on bookings (created_at, id) where insider is not null;

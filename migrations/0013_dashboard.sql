-- What a company's dashboard asks for: bookings by their appointment, and the ledger of a booking.
create index bookings_company_date on bookings (company_id, booking_date, id);
create index ledger_tx_booking on ledger_tx (booking_id) where booking_id is not null;

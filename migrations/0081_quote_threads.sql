-- A customer and a company that was asked for an offer write to each other before anything is booked. With the booking the thread is the
-- booking's, too.
alter table threads
add column quote_id uuid unique references quotes on delete cascade,
drop constraint threads_owner,
add constraint threads_owner check (booking_id is not null or quote_id is not null);

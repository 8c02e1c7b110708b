-- The operator's list of requests: newest first, and those that somebody still waits for.
create index appointments_asked on appointments (requested_at desc, booking_id desc) where requested_at is not null;
create index appointments_waiting on appointments (deadline_at)
where requested_at is not null and status in ('requested', 'countered', 'accepting', 'held');

-- Where an account has work done: one line as the booking has it, under a name of its own.

create table addresses (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  label text not null check (char_length(label) between 1 and 40),
  line text not null check (char_length(line) between 5 and 500),
  -- The one that begins a booking.
  is_default boolean not null default false
);
create index addresses_user on addresses (user_id);
create unique index addresses_default on addresses (user_id) where is_default;

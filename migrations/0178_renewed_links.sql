-- Links of series and of the waiting list can be renewed: the number of the link goes into its secret, so that the one before opens nothing.
-- `link_until`: when the link of a series ends; null for links issued before, which end a year after their request.
alter table booking_series
  add link_number integer not null default 0,
  add link_until timestamptz;
alter table waiting_entries add link_number integer not null default 0;

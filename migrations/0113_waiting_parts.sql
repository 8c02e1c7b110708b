-- Whoever waits may want a part of the day only; null: any.

alter table waiting_entries
add column day_part text check (day_part in ('vormittag', 'nachmittag', 'abend'));

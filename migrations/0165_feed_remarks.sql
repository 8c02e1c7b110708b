-- What could not be read of a calendar that was read otherwise, as `src/calendars/feeds/rules.ts:remark` describes it.
alter table calendar_feeds add remarks jsonb not null default '[]';

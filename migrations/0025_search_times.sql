-- Who is free when, for the search: a hint per company, computed from its calendar (docs/decisions/0017-calendars.md). The free times that
-- people see are computed from the calendar itself.

alter table search_companies
  -- For each of 28 Berlin days a bit per half hour from 6:00 (the lowest bit) to 21:30 in which some service can begin, whatever its notice;
  -- null for who has no calendar. No index holds it, so that writing it touches none.
  add column free integer[],
  -- The first of these days.
  add column free_from date,
  -- The shortest notice of its services, in hours.
  add column free_notice integer,
  add constraint search_companies_free check (cardinality(free) = 28 and (free is null) = (free_from is null)),
  set (fillfactor = 85);

-- Companies whose hint is to be computed anew. Rows are only ever added and taken, so that nobody who changes a calendar waits for another.
create table calendar_changes (
  id bigint generated always as identity primary key,
  company_id uuid not null
);

create function note_calendar_change() returns trigger
language plpgsql as $$
begin
  insert into calendar_changes (company_id)
  select company_id from calendars where company_id = coalesce(new.company_id, old.company_id);
  return null;
end
$$;

create function note_service_resource_change() returns trigger
language plpgsql as $$
begin
  insert into calendar_changes (company_id)
  select company_id from services join calendars using (company_id) where id = coalesce(new.service_id, old.service_id);
  return null;
end
$$;

create trigger note_calendar_change after insert or delete or update on calendars
for each row execute function note_calendar_change();
create trigger note_calendar_change after insert or delete or update on resources
for each row execute function note_calendar_change();
create trigger note_calendar_change after insert or delete or update on opening_hours
for each row execute function note_calendar_change();
create trigger note_calendar_change after insert or delete or update on calendar_days
for each row execute function note_calendar_change();
create trigger note_calendar_change after insert or delete or update on closures
for each row execute function note_calendar_change();
create trigger note_calendar_change after insert or delete or update of resource_id, seat, during on occupancies
for each row execute function note_calendar_change();
create trigger note_calendar_change after insert or delete or update of minutes, buffer_before_minutes, buffer_after_minutes, grid_minutes,
  notice_hours, horizon_days, people, booking_mode, hidden_at
on services for each row execute function note_calendar_change();
create trigger note_service_resource_change after insert or delete or update on service_resources
for each row execute function note_service_resource_change();
-- A company that is listed again begins without a hint.
create trigger note_calendar_change after insert on search_companies
for each row execute function note_calendar_change();

insert into calendar_changes (company_id) select company_id from calendars;

-- The first free half hour of a company on the days from `first` to `last` days after `today`, counted in half hours from today's midnight
-- (48 for each day); null for none. `mask` says which half hours of a day count, `earliest` for each notice in hours the first one that can
-- still be booked.
create function search_next_free(
  free integer[], free_from date, notice integer, today date, first integer, last integer, mask bigint, earliest integer[]
) returns integer
language plpgsql immutable parallel safe as $$
declare
  start integer := earliest[notice + 1];
  shift integer := today - free_from + 1;
  bits bigint;
begin
  if free is null then
    return null;
  end if;
  for day in greatest(first, start / 48) .. last loop
    bits := coalesce(free[day + shift], 0) & mask;
    continue when bits = 0;
    if start > day * 48 + 12 then
      bits := (bits >> least(start - day * 48 - 12, 32)) << least(start - day * 48 - 12, 32);
      continue when bits = 0;
    end if;
    return day * 48 + 12 + round(ln((bits & -bits)::double precision) / ln(2::double precision))::integer;
  end loop;
  return null;
end
$$;

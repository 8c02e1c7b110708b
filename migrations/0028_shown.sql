-- Kept pages (docs/spec.md#kept-pages): every process hears when something changes that a public page may show. Once per statement; equal
-- notifications of one transaction are one.
create function note_shown() returns trigger
language plpgsql as $$
begin
  perform pg_notify('shown', '');
  return null;
end $$;

create trigger note_shown after insert or delete or update on companies execute function note_shown();
create trigger note_shown after insert or delete or update on services execute function note_shown();
create trigger note_shown after insert or delete or update on service_options execute function note_shown();
create trigger note_shown after insert or delete or update on reviews execute function note_shown();
create trigger note_shown after insert or delete or update on settings execute function note_shown();
create trigger note_shown after insert or delete or update on calendars execute function note_shown();
-- Not for the hints of free times: they change with everything that somebody holds, and may be as old as a kept page.
create trigger note_shown after insert or delete or update of category, terms, point, service_radius_km, verified, hourly_rate_cents, rating,
  reviews, quality
on search_companies execute function note_shown();
create trigger note_shown after insert or delete or update on catalogue_state execute function note_shown();
create trigger note_shown after insert or delete or update on search_counts execute function note_shown();
create trigger note_shown after insert on legal_acceptances execute function note_shown();
create trigger note_shown after insert on payment_transactions execute function note_shown();

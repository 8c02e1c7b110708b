-- Running work of a job, entered by its company on the phone, and photos of it (docs/spec.md#running-work).
create table work_steps (
  -- Chosen by the company's browser: what is sent twice after a bad connection is one step.
  id uuid primary key,
  booking_id uuid not null references bookings on delete cascade,
  company_id uuid not null references companies on delete cascade,
  position integer not null check (position > 0),
  kind text not null check (kind in ('start', 'pause', 'continue', 'end')),
  -- Moment on the phone; it may have been sent later.
  at timestamptz not null,
  received_at timestamptz not null,
  check (at <= received_at),
  unique (booking_id, position)
);

-- Steps follow each other without a gap, in a permitted order, and never back in time.
create function guard_work_step() returns trigger
language plpgsql as $$
declare
  last work_steps;
begin
  select * into last from work_steps where booking_id = new.booking_id order by position desc limit 1;
  if new.position <> coalesce(last.position, 0) + 1
    or new.at < last.at
    or not (coalesce(last.kind, 'none'), new.kind) in (
      ('none', 'start'), ('start', 'pause'), ('start', 'end'), ('pause', 'continue'), ('pause', 'end'),
      ('continue', 'pause'), ('continue', 'end'), ('end', 'continue')
    )
  then
    raise exception 'step % does not follow % of booking %', new.kind, coalesce(last.kind, 'nothing'), new.booking_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_work_step before insert on work_steps for each row execute function guard_work_step();
create trigger work_steps_append_only before update on work_steps for each row execute function refuse_change();

create table work_photos (
  -- Chosen by the company's browser, as above.
  id uuid primary key,
  booking_id uuid not null references bookings on delete cascade,
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('before', 'after', 'receipt')),
  -- Supplement whose receipt the photo shows; null for photos of the work.
  supplement_id uuid unique references supplements on delete cascade,
  name text not null check (length(name) between 1 and 200),
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  bytes integer not null check (bytes > 0),
  storage_key text not null unique,
  uploaded_at timestamptz not null,
  check ((kind = 'receipt') = (supplement_id is not null))
);
create index work_photos_booking on work_photos (booking_id, uploaded_at);
create index work_photos_uploaded on work_photos (uploaded_at);

-- What companies offer: the catalogue that every search and every list of services builds on, the services of each company, and what a
-- booking bought of them.

-- The trades and services of catalogue/services.json, and what the operator changed: a name of its own, hidden entries, added ones. An id never
-- changes its meaning.
create table catalogue_trades (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category text not null,
  name text not null,
  -- Other names of who does it, both genders: 'Klempnerin'.
  forms text[] not null default '{}',
  -- The operator's name for it; the packaged one stays as a way to say it.
  own_name text check (length(own_name) between 2 and 80),
  hidden_at timestamptz,
  is_own boolean not null default false
);

create table catalogue_services (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  trade_id text not null references catalogue_trades,
  name text not null,
  -- How people say it, as whole phrases; what it is done to, and what is done.
  said text[] not null default '{}',
  objects text[] not null default '{}',
  acts text[] not null default '{}',
  -- For orientation: what a company's form suggests, never shown as anybody's price.
  price_kind text not null check (price_kind in ('fixed', 'hourly', 'from', 'quote')),
  price_unit text not null,
  low_cents integer not null,
  high_cents integer not null,
  low_minutes integer not null,
  high_minutes integer not null,
  places text[] not null check (places <@ '{customer,shop,remote}' and places <> '{}'),
  -- Services that come into question when this one does not.
  near text[] not null default '{}',
  questions text[] not null default '{}',
  -- A hint that a part of the price may lower the customer's tax (§ 35a EStG), and that the trade needs a licence.
  is_household boolean not null default false,
  is_licensed boolean not null default false,
  own_name text check (length(own_name) between 2 and 80),
  hidden_at timestamptz,
  is_own boolean not null default false
);
create index catalogue_services_trade on catalogue_services (trade_id);

-- How phrases are read besides: what may mean several services, words without meaning, verbs that say the same, regional words, and ends of
-- compounds.
create table catalogue_language (
  only_row boolean primary key default true check (only_row),
  ambiguous jsonb not null,
  words jsonb not null
);

-- Which package is in the tables, and how often they changed since: each process reads the catalogue again when this differs.
create table catalogue_state (
  only_row boolean primary key default true check (only_row),
  packaged text not null,
  revision bigint not null default 1
);

create table services (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  -- The entry of the catalogue by which the service is found; null only for words that no entry is near to.
  catalogue_id text references catalogue_services,
  title text not null check (length(title) between 3 and 80),
  description text not null default '' check (length(description) <= 1000),
  price_kind text not null check (price_kind in ('fixed', 'hourly', 'from', 'quote')),
  price_cents integer check (price_cents between 100 and 1000000),
  -- What the price is for: null for the whole service, else one of what is counted ('m²', 'Fenster').
  unit text check (length(unit) between 1 and 20),
  minutes integer check (minutes between 15 and 720),
  places text[] not null check (places <@ '{customer,shop,remote}' and places <> '{}'),
  -- What the company wants to know of whoever books.
  questions text[] not null default '{}' check (cardinality(questions) <= 5),
  -- One of the company's gallery_images.
  picture text,
  position integer not null,
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((price_kind = 'quote') = (price_cents is null)),
  check (price_kind <> 'hourly' or unit is null)
);
create index services_company on services (company_id, position, id);
create index services_catalogue on services (catalogue_id, company_id) where hidden_at is null;

-- Its file is deleted with a picture that leaves the gallery.
create function forget_service_picture() returns trigger
language plpgsql as $$
begin
  update services
  set picture = null
  where company_id = new.id and picture <> all(new.gallery_images);
  return null;
end
$$;

create trigger forget_service_picture after update of gallery_images on companies
for each row when (old.gallery_images is distinct from new.gallery_images)
execute function forget_service_picture();

-- Of options in one group exactly one is chosen ('bis 10 Fenster', 'bis 20 Fenster'); one without a group may be added.
create table service_options (
  id uuid primary key default uuidv7(),
  service_id uuid not null references services on delete cascade,
  option_group text check (length(option_group) between 2 and 60),
  title text not null check (length(title) between 2 and 80),
  surcharge_cents integer not null check (surcharge_cents between 0 and 1000000),
  position integer not null
);
create index service_options_service on service_options (service_id, position);

-- What a booking bought is copied: the service may change or go.
alter table bookings
  add column service_id uuid references services on delete set null,
  add column catalogue_id text references catalogue_services,
  -- With whom a total was agreed that the company's prices do not say.
  add column agreed_with text check (length(agreed_with) between 2 and 100);
create index bookings_service on bookings (service_id) where service_id is not null;
create index bookings_catalogue on bookings (catalogue_id) where catalogue_id is not null;

create table booking_items (
  booking_id uuid not null references bookings on delete cascade,
  position integer not null,
  title text not null,
  -- In hundredths: 2.5 hours are 250. An option counts once.
  quantity integer not null check (quantity > 0),
  unit text,
  unit_cents integer not null check (unit_cents >= 0),
  -- Rounded half up, as everywhere (src/services/pricing.ts).
  total_cents integer not null check (total_cents = (quantity::bigint * unit_cents + 50) / 100),
  primary key (booking_id, position)
);

-- What a booking bought, line by line; empty for a booking without a service.
create function bought_items(booking bookings) returns jsonb
language sql
stable
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', title, 'quantity', quantity, 'unit', unit, 'unitCents', unit_cents, 'totalCents', total_cents)
      order by position
    ),
    '[]'
  )
  from booking_items
  where booking_id = booking.id
$$;

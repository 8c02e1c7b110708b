-- Companies as visitors see them. A generated column holds what the search compares, in two spellings (with and without 'ae' for 'ä').
create extension if not exists pg_trgm;

-- The same folding as src/kit/text.ts (a test holds the two together).
create function fold_text(text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  normalize(
    replace(replace(replace(replace(replace(lower($1 collate "de-x-icu"), 'ß', 'ss'), 'ı', 'i'), 'ł', 'l'), 'ø', 'o'), 'æ', 'ae'),
    nfd
  ),
  '[\u0300-\u036f]', '', 'g'
);

create function fold_digraphs(text) returns text
language sql immutable strict parallel safe
return regexp_replace(fold_text($1), '([aou])e', '\1', 'g');

create table companies (
  id uuid primary key default uuidv7(),
  company_name text not null,
  legal_form text,
  category text not null check (
    category in (
      'Reinigung', 'Handwerk', 'IT-Services', 'Beratung', 'Transport', 'Catering', 'Sicherheit', 'Wartung', 'Marketing', 'Garten', 'Sonstiges'
    )
  ),
  description text not null,
  location text not null,
  postcode text,
  town text,
  federal_state text,
  street text,
  service_radius_km integer check (service_radius_km between 1 and 1000),
  services_offered text[] not null default '{}',
  contact_person text not null,
  email text not null,
  phone text not null,
  website text,
  hourly_rate_cents integer check (hourly_rate_cents >= 0),
  is_small_business boolean not null default false,
  craft_chamber text,
  craft_trade text,
  plan text not null default 'basic' check (plan in ('basic', 'premium')),
  premium boolean not null default false,
  verified boolean not null default false,
  user_id uuid,
  logo_url text,
  gallery_images text[] not null default '{}' check (cardinality(gallery_images) <= 5),
  subscription_status text not null default 'incomplete' check (
    subscription_status in ('incomplete', 'active', 'past_due', 'unpaid', 'canceled')
  ),
  subscription_kind text not null default 'paid' check (subscription_kind in ('paid', 'granted')),
  stripe_customer_id text,
  stripe_connect_account_id text,
  suspended_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_listed boolean not null generated always as (
    subscription_status in ('active', 'past_due') and suspended_at is null and archived_at is null
  ) stored,
  search_text text not null generated always as (
    fold_text(company_name || e'\n' || description || e'\n' || category)
      || e'\n'
      || fold_digraphs(company_name || e'\n' || description || e'\n' || category)
  ) stored,
  location_text text not null generated always as (fold_text(location) || e'\n' || fold_digraphs(location)) stored
);

create index companies_search_text on companies using gin (search_text gin_trgm_ops) where is_listed;
create index companies_location_text on companies using gin (location_text gin_trgm_ops) where is_listed;
create index companies_category on companies (category) where is_listed;
create index companies_user on companies (user_id);

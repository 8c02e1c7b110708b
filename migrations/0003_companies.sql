-- Companies: their public profile, what their plan and account allow, and how the operator finds, hands over and archives them.

-- The town of a company in its own spelling; null when its location names none.
create function town_of(town text, location text) returns text
language sql immutable parallel safe
return coalesce(
  nullif(btrim(town), ''),
  btrim(substring(location from '(?<!\d)\d{5}\s+([^\d,;]+)')),
  case when location ~ '^[^\d,;]+$' then btrim(location) end
);

-- The same as slugOf in src/kit/text.ts (a test holds the two together).
create function address_slug(text) returns text
language sql immutable strict parallel safe
return btrim(
  regexp_replace(
    fold_text(replace(replace(replace(lower(normalize($1, nfc) collate "de-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) collate "C",
    '[^a-z0-9]+', '-', 'g'
  ),
  '-'
);

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
  services_offered text[] not null default '{}',
  hourly_rate_cents integer check (hourly_rate_cents >= 0),
  service_radius_km integer check (service_radius_km between 1 and 1000),
  logo_url text,
  gallery_images text[] not null default '{}' check (cardinality(gallery_images) <= 5),

  location text not null,
  postcode text,
  town text,
  federal_state text,
  street text,
  contact_person text not null,
  email text not null,
  phone text not null,
  website text,

  -- What the imprint states beyond firm, legal form and address (§ 5 DDG), as the company enters it.
  represented_by text,
  register_court text,
  register_number text,
  vat_id text,
  business_id text,
  is_small_business boolean not null default false,
  craft_chamber text,
  craft_trade text,

  -- The owner; null until somebody claims a company that the operator entered, and after the account was deleted.
  user_id uuid references users on delete set null,
  -- Copies from the subscription, for readers of companies.
  plan text not null default 'basic' check (plan in ('basic', 'premium')),
  premium boolean not null default false,
  subscription_status text not null default 'incomplete' check (
    subscription_status in ('incomplete', 'active', 'past_due', 'unpaid', 'canceled')
  ),
  subscription_kind text not null default 'paid' check (subscription_kind in ('paid', 'granted')),
  stripe_customer_id text,
  -- The same as payout_accounts.account_id.
  stripe_connect_account_id text,

  verified boolean not null default false,
  suspended_at timestamptz,
  -- The operator's text for the company; the operator's own reason is in the audit log.
  suspension_reason text
    check (length(suspension_reason) between 1 and 2000)
    constraint companies_suspension_reason check (suspension_reason is null or suspended_at is not null),
  archived_at timestamptz,
  -- When nothing was open any more and the last personal data of an archived company were overwritten.
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  is_listed boolean not null generated always as (
    subscription_status in ('active', 'past_due') and suspended_at is null and archived_at is null
  ) stored,
  -- If the same person registers the same name again before paying, it is the same company.
  name_key text not null generated always as (lower(btrim(company_name) collate "de-x-icu")) stored,
  -- The name alone, for lists of companies in every state. Stored, because a short search word is compared with every row.
  name_text text not null generated always as (
    fold_text(company_name) || e'\n' || fold_digraphs(company_name)
  ) stored,
  -- What the operator's search compares: name, place and contact person, in both spellings.
  operator_text text not null generated always as (
    fold_text(company_name || e'\n' || location || e'\n' || contact_person)
      || e'\n'
      || fold_digraphs(company_name || e'\n' || location || e'\n' || contact_person)
  ) stored,
  -- The town in the address of its landing page (/reinigung/hamburg).
  town_slug text collate "C" generated always as (nullif(address_slug(town_of(town, location)), '')) stored,
  constraint companies_anonymised_when_archived check (anonymised_at is null or archived_at is not null)
);
create index companies_user on companies (user_id);
create index companies_category on companies (category) where is_listed;
create index companies_landing on companies (category, town_slug) include (updated_at) where is_listed;
create index companies_name_text on companies using gin (name_text gin_trgm_ops);
create index companies_operator_text on companies using gin (operator_text gin_trgm_ops);
create index companies_newest on companies (created_at desc, id desc);
create index companies_closing on companies (archived_at) where archived_at is not null and anonymised_at is null;
create unique index companies_unfinished on companies (user_id, name_key)
where subscription_status = 'incomplete' and archived_at is null;
-- The operator enters a company once: name and address are unique until somebody claims the company or it is archived.
create unique index companies_granted_once on companies (name_key, lower(email))
where subscription_kind = 'granted' and user_id is null and archived_at is null;
create index companies_unclaimed on companies (lower(email)) where user_id is null and archived_at is null;

-- The code that links a company entered by the operator to the account of its owner (docs/spec.md#claim-code).
create table claim_codes (
  -- A new code replaces the old one.
  company_id uuid primary key references companies,
  hmac text not null,
  -- Counted over all accounts. The limit is higher than that of one account, so that a stranger cannot use up the code of another's
  -- company.
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The mail that carries the code: its occasion is made from this id, so each new code has a mail of its own.
  mail_id uuid not null default gen_random_uuid()
);

-- Tries at a claim code by account.
create table claim_tries (
  company_id uuid not null references claim_codes on delete cascade,
  user_id uuid not null references users on delete cascade,
  tries integer not null,
  primary key (company_id, user_id)
);
create index claim_tries_user on claim_tries (user_id);

-- The identity of an archived company, for the legal term of the accounting records that name it; then the row is deleted.
create table company_archives (
  company_id uuid primary key references companies on delete cascade,
  company_name text not null,
  legal_form text,
  contact_person text not null,
  street text,
  location text not null,
  email text not null,
  archived_at timestamptz not null,
  kept_until date not null
);

-- Reviews: the links in their mails, limits per author, replies and objections of companies.

create table reviews (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  -- The booking that proves the review.
  booking_id uuid references bookings,
  is_from_booking boolean not null default false,
  customer_name text not null,
  customer_email text not null,
  rating integer not null check (rating between 1 and 5),
  comment text not null,
  created_at timestamptz not null default now(),
  -- When it became public.
  published_at timestamptz,
  company_reply text,
  replied_at timestamptz,
  objection text,
  objected_at timestamptz,
  -- Why the operator kept a review despite the objection; otherwise the review is deleted.
  objection_answer text,
  objection_decided_at timestamptz,
  search_text text not null generated always as (
    fold_text(customer_name || e'\n' || comment) || e'\n' || fold_digraphs(customer_name || e'\n' || comment)
  ) stored,
  check (replied_at is null or company_reply is not null),
  check ((objection is null) = (objected_at is null)),
  check ((objection_answer is null) = (objection_decided_at is null)),
  check (objection_answer is null or objection is not null),
  -- Only a published review can be proven, answered or objected to.
  check (booking_id is null or (is_from_booking and published_at is not null)),
  check (published_at is not null or (company_reply is null and objection is null))
);
create index reviews_public on reviews (company_id, created_at desc) where published_at is not null;
create unique index reviews_one_per_booking on reviews (booking_id);
create index reviews_company on reviews (company_id);
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_rating on reviews (rating, created_at, id);
create index reviews_address on reviews (customer_email);
create index reviews_search on reviews using gin (search_text gin_trgm_ops);
create index reviews_objected on reviews (objected_at desc) where objection is not null;

-- A review's text, stars and company never change; publication, reply, objection and decision happen once. The address may be cleared when
-- the author's account is deleted.
create function guard_review() returns trigger
language plpgsql as $$
begin
  if new.booking_id is not null and not exists (
    select 1
    from bookings
    where id = new.booking_id and company_id = new.company_id and paid_at is not null
  ) then
    raise exception 'a review belongs to a paid booking with its company' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if (new.company_id, new.customer_name, new.rating, new.comment)
    is distinct from (old.company_id, old.customer_name, old.rating, old.comment)
    or new.customer_email not in (old.customer_email, '')
    or old.published_at is not null
      and (new.published_at, new.booking_id, new.is_from_booking) is distinct from (old.published_at, old.booking_id, old.is_from_booking)
    or old.company_reply is not null and new.company_reply is distinct from old.company_reply
    or old.objection is not null and new.objection is distinct from old.objection
    or old.objection_answer is not null and new.objection_answer is distinct from old.objection_answer
  then
    raise exception 'a review does not change' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger guard_review before insert or update on reviews
for each row execute function guard_review();

-- The secret links by which authors confirm a review: hashes only.
create table review_links (
  token_hash text primary key,
  review_id uuid not null references reviews on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index review_links_review on review_links (review_id);
create index review_links_expiry on review_links (expires_at);

-- Which address has reviewed which company, as a keyed hash. It outlives a review that the operator deletes, so that nobody can write it
-- again.
create table review_authors (
  company_id uuid not null references companies on delete cascade,
  author_hash text not null,
  -- The newest review; no foreign key, because the review may be deleted.
  review_id uuid not null,
  is_awaiting boolean not null,
  blocked_until timestamptz not null,
  primary key (company_id, author_hash)
);
create index review_authors_review on review_authors (review_id);
create index review_authors_until on review_authors (blocked_until);

-- Each booking's customer is invited once; customers who opted out get no invitations: a keyed hash of the address.
create table review_invitations (
  booking_id uuid primary key references bookings on delete cascade,
  invited_at timestamptz not null
);
create table review_opt_outs (
  address_hash text primary key,
  opted_out_at timestamptz not null
);

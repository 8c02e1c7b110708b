-- A company takes bookings while it is listed and nothing stops it: business details that stay missing do (docs/spec.md#business-details).
create function takes_bookings(company companies) returns boolean
language sql stable parallel safe as $$
  select company.is_listed
    and not exists (select from business_details where company_id = company.id and bookings_stopped_at is not null)
$$;

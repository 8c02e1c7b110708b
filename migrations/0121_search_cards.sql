-- What a result list shows of these companies, in their order: a function, because its plan is kept by the connection, and planning the same
-- joins for every search took longer than running them.
-- The columns anybody may read: an allow-list, never e-mail, phone, bank data, user or payment ids (docs/spec.md#contact-data). `offered` is
-- the first of these services of the catalogue that the company offers, as it names it.
create function search_cards(ids uuid[], services_meant text[])
returns table (card json, offered json, terms integer[], category text, point point)
language plpgsql stable as $$
begin
  return query
    select
      json_build_object(
        'id', companies.id,
        'companyName', companies.company_name,
        'category', companies.category,
        'description', companies.description,
        'location', companies.location,
        'logoUrl', companies.logo_url,
        'galleryImages', companies.gallery_images,
        'hourlyRateCents', nullif(found.hourly_rate_cents, 0),
        'premium', companies.premium or companies.plan = 'premium',
        'verified', companies.verified,
        'rating', found.rating,
        'reviews', found.reviews,
        'point', case when found.point is not null then json_build_object('longitude', found.point[0], 'latitude', found.point[1]) end,
        'hasCalendar', found.free_from is not null
      ),
      case when services_meant <> '{}' then (
        select json_build_object(
          'id', services.id,
          'title', services.title,
          'priceKind', services.price_kind,
          'priceCents', services.price_cents,
          'unit', services.unit,
          'minutes', services.minutes
        )
        from services
        where services.company_id = companies.id and services.hidden_at is null and services.catalogue_id = any(services_meant)
        order by array_position(services_meant, services.catalogue_id), services.position
        limit 1
      ) end,
      found.terms,
      found.category,
      found.point
    from unnest(ids) with ordinality as page (id, place)
    join companies on companies.id = page.id
    join search_companies as found on found.company_id = page.id
    order by page.place;
end
$$;

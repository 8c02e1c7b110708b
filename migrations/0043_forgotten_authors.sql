-- The address of a review may be forgotten, when its author's account goes; nothing else of a review changes.
create or replace function guard_review() returns trigger
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

create index reviews_address on reviews (customer_email);
create index contact_messages_address on contact_messages (email);

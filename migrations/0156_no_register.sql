-- 'Not registered' is an answer, too: a Verein need not be in a register.
alter table business_details add column has_no_register boolean not null default false;

-- 'keine' and the like were typed to get past required fields; they must not stand in a public imprint.
create function pg_temp.stated(typed text) returns text language sql immutable as $$
  select case
    when trim(regexp_replace(lower(typed), '[^[:alnum:]]+', ' ', 'g')) in (
      'kein', 'keine', 'keiner', 'keines', 'keins', 'keine nummer', 'keine angabe', 'keine angaben', 'kein eintrag', 'keine registernummer',
      'nicht eingetragen', 'nicht vorhanden', 'nicht zutreffend', 'trifft nicht zu', 'entfällt', 'ohne', 'nein', 'nichts', 'na', 'n a', 'none',
      'x', '0', ''
    ) then null
    else typed
  end
$$;
update companies
set
  legal_form = pg_temp.stated(legal_form),
  represented_by = pg_temp.stated(represented_by),
  register_court = pg_temp.stated(register_court),
  register_number = pg_temp.stated(register_number)
where (legal_form, represented_by, register_court, register_number) is distinct from (
  pg_temp.stated(legal_form), pg_temp.stated(represented_by), pg_temp.stated(register_court), pg_temp.stated(register_number)
);
drop function pg_temp.stated(text);

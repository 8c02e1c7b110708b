-- False for an address that was typed at the registration and is not the account's: mail goes to the account until its link was opened.
alter table companies add column email_proven boolean not null default true;
alter table company_email_changes add column previous_proven boolean not null default true;

-- Where mail to a company goes: to its address once that is proven, else to its account's.
create function company_mailbox(company companies) returns text
language sql stable parallel safe as $$
  select case
    when company.email_proven then company.email
    else coalesce((select email from users where id = company.user_id), company.email)
  end
$$;

-- The browser that signed an address up: only there a link confirms without a question, whoever asked for the link. And the page that the
-- person was on the way to.
alter table users
  add column sign_up_caller_hash text,
  add column sign_up_path text;

update users
set sign_up_caller_hash = (
  select caller_hash
  from auth_tokens
  where user_id = users.id and kind = 'signup' and auth_tokens.sign_up_id = users.sign_up_id
  order by auth_tokens.created_at
  limit 1
)
where confirmed_at is null;

-- Mailed links belong to nobody's browser any more; what a browser gets for opening one still does.
alter table auth_tokens alter column caller_hash drop not null;

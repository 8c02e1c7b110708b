-- False for an address that was typed at the registration and is not the account's: mail goes to the account until its link was opened.
alter table companies add column email_proven boolean not null default true;
alter table company_email_changes add column previous_proven boolean not null default true;

-- The company says that the recipient of its invoice owes the tax (§ 13b UStG), and when it confirmed what that asks for.
alter table invoice_drafts add column reverse_confirmed_at timestamptz;

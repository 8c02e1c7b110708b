-- SEPA debits of subscriptions (docs/spec.md#subscription-debits).
alter table subscriptions
  -- Method of the next charge; null for those from before methods were recorded, which are charged to cards.
  add column method text,
  -- End of the period whose debit was announced.
  add column debit_noticed_for timestamptz;

alter table subscription_invoices
  -- Since when its debit has been under way; null once it was paid or refused.
  add column processing_at timestamptz,
  -- When its debit was announced.
  add column announced_at timestamptz,
  -- When the payer's bank took the money of a paid invoice back.
  add column returned_at timestamptz,
  -- Invoice whose payment came back and that this one bills again.
  add column replaces_id text;
create index subscription_invoices_returned on subscription_invoices (subscription_id) where returned_at is not null;

-- When a company was told that an invoice it took back waits for it, and when again; null with every new wait (docs/spec.md#held-invoices).
alter table invoice_drafts
add column reminded_at timestamptz,
add column reminded_again_at timestamptz,
add check (held_at is not null or reminded_at is null),
add check (reminded_at is not null or reminded_again_at is null);

-- Few wait.
create index invoice_drafts_held on invoice_drafts (held_at) where held_at is not null;

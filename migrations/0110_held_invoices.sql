-- An invoice that was taken back on purpose: no new one is written for its booking before its company says so (docs/spec.md#customer-invoices).
alter table invoice_drafts add column held_at timestamptz;

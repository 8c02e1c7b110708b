-- What the last invoices and the tax office's report still have to say about a company that is archived, until its records may go.
alter table company_archives
  add column postcode text,
  add column town text,
  add column represented_by text,
  add column phone text,
  add column register_court text,
  add column register_number text,
  add column vat_id text,
  add column business_id text,
  -- The account that it was paid to, sealed as it was before (docs/spec.md#at-rest).
  add column bank_sealed text;

-- What the company changed in the draft of a customer's invoice, and the lines of the one that was issued: corrections follow them. Without
-- a row the draft is what was bought.
create table invoice_drafts (
  booking_id uuid primary key references bookings,
  company_id uuid not null references companies,
  lines jsonb,
  edited_at timestamptz,
  issued_lines jsonb,
  check ((lines is null) = (edited_at is null))
);
create index invoice_drafts_company on invoice_drafts (company_id, edited_at desc) where edited_at is not null;

-- Invoices and their corrections (docs/domain.md#documents): numbers without gaps, frozen facts, hashes in a chain, and the facts of the
-- ledger that each document covers.

-- A row is locked by the transaction that issues, so that a rollback gives its number back. No sequence: it would leave gaps.
create table document_ranges (
  id uuid primary key default uuidv7(),
  -- Null for the operator's own.
  issuer_company_id uuid references companies,
  kind text not null check (kind in ('invoice', 'correction')),
  -- The year in Berlin.
  year integer not null check (year between 2020 and 2999),
  next integer not null default 1 check (next >= 1),
  unique nulls not distinct (issuer_company_id, kind, year)
);

create table documents (
  id uuid primary key default uuidv7(),
  range_id uuid not null references document_ranges,
  position integer not null check (position >= 1),
  number text not null check (number ~ '^[A-Z0-9][A-Z0-9-]{3,35}$'),
  kind text not null check (kind in ('commission', 'subscription', 'operatorCorrection', 'customerInvoice', 'customerCorrection')),
  issuer_company_id uuid references companies,
  -- Whose paper it is: the recipient of the operator's invoices, the issuer of a customer's.
  company_id uuid not null references companies,
  booking_id uuid references bookings,
  issued_on date not null,
  supply_from date not null,
  supply_to date not null,
  gross_cents integer not null,
  net_cents integer not null,
  tax_cents integer not null,
  tax_case text not null check (tax_case in ('regular', 'zero', 'small', 'exempt', 'reverse', 'mixed')),
  -- Everything that the paper says but its number; the files are drawn from it, today and in ten years.
  facts jsonb not null,
  corrects_id uuid references documents,
  -- Takes the whole of a document back; others reduce it.
  is_cancellation boolean not null default false,
  -- Set by the trigger: the chain over a range.
  previous_sha256 text not null,
  facts_sha256 text not null,
  -- Once the files are stored.
  xml_sha256 text check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  rendered_at timestamptz,
  created_at timestamptz not null,
  unique (range_id, position),
  check (net_cents + tax_cents = gross_cents),
  check (supply_from <= supply_to),
  check ((kind in ('commission', 'subscription', 'operatorCorrection')) = (issuer_company_id is null)),
  check (issuer_company_id is null or issuer_company_id = company_id),
  check (not is_cancellation or corrects_id is not null),
  check ((rendered_at is null) = (pdf_sha256 is null) and (rendered_at is null) = (xml_sha256 is null))
);
create unique index documents_number on documents (coalesce(issuer_company_id, '00000000-0000-0000-0000-000000000000'), number);
create index documents_company on documents (company_id, issued_on desc, id desc);
create index documents_booking on documents (booking_id) where booking_id is not null;
create index documents_corrects on documents (corrects_id) where corrects_id is not null;
create unique index documents_cancelled_once on documents (corrects_id) where is_cancellation;
create index documents_unrendered on documents (created_at) where rendered_at is null;
create index documents_newest on documents (issued_on desc, id desc);

create table document_lines (
  document_id uuid not null references documents,
  position integer not null,
  text text not null,
  net_cents integer not null,
  tax_basis_points integer not null,
  category text not null check (category in ('S', 'Z', 'E', 'AE')),
  care text not null check (care in ('labour', 'travel', 'material', 'other')),
  primary key (document_id, position)
);

-- Which money facts a document speaks of. A cancelled document lets its facts go, so that a right one can take them.
create table document_covers (
  document_id uuid not null references documents,
  ledger_tx_id uuid not null references ledger_tx,
  side text not null check (side in ('operator', 'customer')),
  released_by uuid references documents,
  primary key (document_id, ledger_tx_id, side)
);
create unique index document_covers_once on document_covers (ledger_tx_id, side) where released_by is null;

-- What the hash of a document is taken over.
create function document_sha256(previous text, number text, kind text, facts jsonb) returns text
language sql immutable parallel safe
return encode(sha256(convert_to(previous || e'\n' || number || e'\n' || kind || e'\n' || facts::text, 'UTF8')), 'hex');

-- The range is locked by now: the one before is visible, and a number can be neither left out nor given twice.
create function chain_document() returns trigger
language plpgsql as $$
declare
  last record;
begin
  select position, facts_sha256 into last from documents where range_id = new.range_id order by position desc limit 1;
  if new.position <> coalesce(last.position, 0) + 1 then
    raise exception 'document % would leave a gap in its range', new.number using errcode = 'restrict_violation';
  end if;
  new.previous_sha256 := coalesce(last.facts_sha256, '');
  new.facts_sha256 := document_sha256(new.previous_sha256, new.number, new.kind, new.facts);
  return new;
end
$$;
create trigger chain_document before insert on documents
for each row execute function chain_document();

-- Issued for good: only the hashes of its files are still to come, once.
create function guard_document() returns trigger
language plpgsql as $$
begin
  if old.rendered_at is null
    and to_jsonb(new) - array['rendered_at', 'pdf_sha256', 'xml_sha256'] = to_jsonb(old) - array['rendered_at', 'pdf_sha256', 'xml_sha256']
  then
    return new;
  end if;
  raise exception 'document % is issued', old.number using errcode = 'restrict_violation';
end
$$;
create trigger documents_frozen before update on documents
for each row execute function guard_document();
create trigger documents_append_only before delete on documents
for each row execute function refuse_change();
create trigger documents_not_truncated before truncate on documents
for each statement execute function refuse_change();
create trigger document_lines_append_only before update or delete on document_lines
for each row execute function refuse_change();
create trigger document_lines_not_truncated before truncate on document_lines
for each statement execute function refuse_change();

create function guard_document_cover() returns trigger
language plpgsql as $$
begin
  if old.released_by is null and new.released_by is not null
    and to_jsonb(new) - 'released_by' = to_jsonb(old) - 'released_by'
  then
    return new;
  end if;
  raise exception 'what document % covers stays', old.document_id using errcode = 'restrict_violation';
end
$$;
create trigger document_covers_frozen before update on document_covers
for each row execute function guard_document_cover();
create trigger document_covers_append_only before delete on document_covers
for each row execute function refuse_change();
create trigger document_covers_not_truncated before truncate on document_covers
for each statement execute function refuse_change();

-- Numbers 1, 2, 3 … without one missing, and the next one told by the range.
create view invariant_document_numbers as
select
  ranges.id::text as subject,
  count(documents.id) as found_cents,
  (ranges.next - 1)::bigint as expected_cents
from document_ranges as ranges
left join documents on documents.range_id = ranges.id
group by ranges.id
having count(documents.id) <> ranges.next - 1 or coalesce(max(documents.position), 0) <> ranges.next - 1;

-- Nobody changed what a document says.
create view invariant_document_chain as
select documents.id::text as subject, 0::bigint as found_cents, 1::bigint as expected_cents
from documents
left join documents as before on before.range_id = documents.range_id and before.position = documents.position - 1
where documents.previous_sha256 <> coalesce(before.facts_sha256, '')
  or documents.facts_sha256 <> document_sha256(documents.previous_sha256, documents.number, documents.kind, documents.facts)
  or (documents.facts ->> 'grossCents')::integer <> documents.gross_cents
  or (documents.facts ->> 'taxCents')::integer <> documents.tax_cents;

-- The operator's documents say what the ledger says: the amount of their facts, and the tax of them with the rounding that was posted.
create view invariant_documents_follow_the_ledger as
with
  rounded as (
    select tx.reference, -sum(entry.amount_cents)::bigint as tax_cents
    from ledger_tx as tx
    join ledger_entry as entry on entry.tx_id = tx.id
    where tx.kind = 'documentRounding' and entry.account = 'vat_payable'
    group by tx.reference
  ),
  covered as (
    select
      cover.document_id,
      sum(line.fee_cents + line.subscription_cents)::bigint as gross_cents,
      sum(line.vat_cents)::bigint as tax_cents
    from document_covers as cover
    join revenue_lines as line on line.tx_id = cover.ledger_tx_id
    where cover.side = 'operator'
    group by cover.document_id
  ),
  expected as (
    select
      document.id,
      document.gross_cents,
      document.tax_cents,
      sign * coalesce(covered.gross_cents, 0) as facts_gross,
      sign * coalesce(covered.tax_cents, 0) + coalesce(rounded.tax_cents, 0) as facts_tax
    from documents as document
    cross join lateral (select case when document.is_cancellation then -1 else 1 end) as direction (sign)
    -- A cancellation takes back what its original covered.
    left join covered on covered.document_id = case when document.is_cancellation then document.corrects_id else document.id end
    left join rounded on rounded.reference = document.id::text
    where document.issuer_company_id is null
  )
select
  id::text as subject,
  case when gross_cents <> facts_gross then gross_cents else tax_cents end::bigint as found_cents,
  case when gross_cents <> facts_gross then facts_gross else facts_tax end::bigint as expected_cents
from expected
where gross_cents <> facts_gross or tax_cents <> facts_tax;

-- In a customer's document stands what was paid, or went back.
create view invariant_customer_documents_follow_the_ledger as
select
  document.id::text as subject,
  document.gross_cents::bigint as found_cents,
  coalesce(sum(line.booking_cents), 0)::bigint as expected_cents
from documents as document
left join document_covers as cover
  on cover.document_id = case when document.is_cancellation then document.corrects_id else document.id end
  and cover.side = 'customer'
left join revenue_lines as line on line.tx_id = cover.ledger_tx_id
where document.issuer_company_id is not null
group by document.id
having case when document.is_cancellation then -document.gross_cents else document.gross_cents end <> coalesce(sum(line.booking_cents), 0);

-- Lines add up to their document.
create view invariant_document_lines_sum as
select document.id::text as subject, coalesce(sum(line.net_cents), 0)::bigint as found_cents, document.net_cents::bigint as expected_cents
from documents as document
left join document_lines as line on line.document_id = document.id
group by document.id
having coalesce(sum(line.net_cents), 0) <> document.net_cents;

-- Appended to whatever it reads by now.
do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ')
    || ' union all select ''documentNumbers'', subject, found_cents, expected_cents from invariant_document_numbers'
    || ' union all select ''documentChain'', subject, found_cents, expected_cents from invariant_document_chain'
    || ' union all select ''documentsFollowTheLedger'', subject, found_cents, expected_cents from invariant_documents_follow_the_ledger'
    || ' union all select ''customerDocumentsFollowTheLedger'', subject, found_cents, expected_cents'
    || ' from invariant_customer_documents_follow_the_ledger'
    || ' union all select ''documentLinesSum'', subject, found_cents, expected_cents from invariant_document_lines_sum';
end
$$;

-- Papers that could not be issued yet, with the rules that they break; deleted once they are issued.
create table document_faults (
  company_id uuid not null references companies,
  -- A month ('2026-11'), or the ledger transaction or booking that it would be for.
  subject text not null,
  rules text[] not null check (cardinality(rules) > 0),
  found_at timestamptz not null,
  checked_at timestamptz not null,
  primary key (company_id, subject)
);

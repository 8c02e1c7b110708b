-- The tax number of a company in whose name a document was issued, sealed (docs/spec.md#at-rest). The frozen facts hold dots in its place, so
-- that keys can be changed; whoever draws the document's files opens it.
create table document_seals (
  document_id uuid primary key references documents,
  company_id uuid not null references companies,
  sealed text not null
);

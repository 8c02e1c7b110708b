-- What does not match at the PSP and cannot clear itself up is closed by the operator: who did it, and why.
alter table reconciliation_breaks
  add column closed_by text,
  add column closed_reason text,
  add check ((closed_by is null) = (closed_reason is null)),
  add check (closed_by is null or closed_at is not null);

create index breaks_closed on reconciliation_breaks (found_at desc, id desc) where closed_at is not null;

-- The process that runs a request: it knows itself whether it still does.
alter table idempotent_requests add column holder text not null default '';

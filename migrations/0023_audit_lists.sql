-- The audit log is looked through by what was done, by who did it and by what it was done to, the newest first.
create index audit_log_action on audit_log (action, at desc, id desc);
create index audit_log_actor on audit_log ((split_part(actor, ':', 1)), at desc, id desc);
drop index audit_log_object;
create index audit_log_object on audit_log (object_type, at desc, id desc);
create index audit_log_ids on audit_log using gin (object_id gin_trgm_ops, actor gin_trgm_ops);
create index audit_log_request on audit_log (request_id);

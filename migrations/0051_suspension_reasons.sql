-- Why a company is suspended, as the operator wrote it for the company; what it noted for itself stands in the audit log.
alter table companies
  add column suspension_reason text check (length(suspension_reason) between 1 and 2000),
  add constraint companies_suspension_reason check (suspension_reason is null or suspended_at is not null);

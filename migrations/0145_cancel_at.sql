-- The moment a cancelled subscription ends. The PSP's customer portal cancels by a moment, not by a flag, and it need not be the end of the period.
alter table subscriptions add column cancel_at timestamptz;

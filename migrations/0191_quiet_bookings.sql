-- A booking and its payment no longer empty the public caches of every process: no public page shows more of them than figures, which may
-- be as old as a cached page, five seconds.
drop trigger note_shown on payment_transactions;
drop trigger note_shown on legal_acceptances;

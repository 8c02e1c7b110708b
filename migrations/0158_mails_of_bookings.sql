-- The operator reads which mails a booking caused, by the beginning of their occasions.
create index sent_mails_occasion on sent_mails (occasion text_pattern_ops);

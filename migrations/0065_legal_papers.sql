-- Legal texts as the files that mails bring along: each is drawn once per wording and kept, so that what a customer got can be shown again.
create table legal_papers (
  document text not null,
  version date not null,
  -- Of the words: facts of the operator change them within a version, too.
  digest text not null,
  content bytea not null,
  made_at timestamptz not null,
  primary key (document, digest)
);

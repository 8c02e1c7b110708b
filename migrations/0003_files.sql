-- Files that customers attach to a booking. The file lies in the storage before its row exists, so a crash leaves a file without a row at
-- worst, never a row without a file.
create table attachments (
  id uuid primary key default gen_random_uuid(),
  -- Hash of the uploader's cookie: only that browser may bind or remove the file.
  caller_hash text not null,
  -- A deleted booking lets go of its files, and the sweep takes them.
  booking_id uuid references bookings on delete set null,
  name text not null check (char_length(name) between 1 and 120),
  content_type text not null check (
    content_type in (
      'image/png', 'image/jpeg', 'application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    )
  ),
  bytes integer not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  uploaded_at timestamptz not null,
  -- Stays when the booking goes: a file is bound once.
  bound_at timestamptz,
  check (booking_id is null or bound_at is not null)
);

create index attachments_booking on attachments (booking_id) where booking_id is not null;
create index attachments_unbound on attachments (uploaded_at) where booking_id is null;

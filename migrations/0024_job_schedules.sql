-- When each job that runs by itself is due: however many processes there are, and however often one starts, it runs as often as it should.
create table job_schedules (
  name text primary key,
  due_at timestamptz not null
);

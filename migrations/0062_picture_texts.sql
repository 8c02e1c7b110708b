-- What is to be seen in a picture of a company's gallery: its caption, and its words for who does not see it.

create table picture_texts (
  company_id uuid not null references companies on delete cascade,
  -- One of the company's gallery_images.
  url text not null,
  caption text not null check (char_length(caption) between 1 and 200),
  primary key (company_id, url)
);

create function forget_picture_texts() returns trigger
language plpgsql as $$
begin
  delete from picture_texts
  where company_id = new.id and url <> all(new.gallery_images);
  return null;
end
$$;

create trigger forget_picture_texts after update of gallery_images on companies
for each row when (old.gallery_images is distinct from new.gallery_images)
execute function forget_picture_texts();

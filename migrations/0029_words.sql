-- What a process remembers of words and places (docs/spec.md#search-memory) is forgotten when the vocabulary changes: such a notification says
-- 'words'.
create function note_words() returns trigger
language plpgsql as $$
begin
  perform pg_notify('shown', 'words');
  return null;
end $$;

create trigger note_words after insert or delete or update on search_terms execute function note_words();
create trigger note_words after insert or delete or update on search_synonyms execute function note_words();
create trigger note_words after insert or delete or update on search_counts execute function note_words();
-- Whether companies write a word, and whether the words are a name.
create trigger note_words after insert or delete or update of terms, sort_name on search_companies execute function note_words();
create trigger note_words after insert or delete or update on places execute function note_words();
create trigger note_words after insert or delete or update on place_names execute function note_words();
create trigger note_words after insert or delete or update on postcode_points execute function note_words();

-- Free times are written anew for every company each day: with room on its page a row stays where `rebuild-search -- --order` has put it.
alter table search_companies set (fillfactor = 90);

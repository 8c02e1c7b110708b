-- What the catalogue's texts read as (src/services/understanding/readings.ts): it takes each process half a second to make out, and changes
-- only with the catalogue's revision and with the code that reads. Lost, it is made again.

create table catalogue_readings (version text primary key, content text not null);

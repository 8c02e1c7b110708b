-- The client's network (a keyed hash, IPv6 by /56) of a held time and an unpaid order: one network holds one time at a company, and leaves
-- few orders unpaid. Cleared when the order is paid or promised.
alter table occupancies add column network_hash text;
create index occupancies_network on occupancies (network_hash) where network_hash is not null;

-- The platform's own secret, under the master key: from it come the keys that seal the record of each company and the
-- key that signs their ends. Companies never see it.
create table llave_plataforma (
  id       smallint primary key default 1 check (id = 1),
  envuelta bytea not null
);
revoke all on llave_plataforma from timbre_app;
revoke delete, truncate on llave_plataforma from timbre_system;

-- Entries after llave_desde are sealed with the company's key, those before by their hash alone. sello is the seal of the
-- end itself; it is missing until the first entry that has a key.
alter table evento_cabeza add llave_desde bigint not null default 0, add sello bytea;
update evento_cabeza set llave_desde = seq;

-- Every company has a record from its beginning, so that one without is a finding.
insert into evento_cabeza (empresa_id, seq, hash)
select id, 0, decode(repeat('00', 32), 'hex') from empresa on conflict do nothing;

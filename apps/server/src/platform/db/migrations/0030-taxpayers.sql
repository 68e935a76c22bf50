-- The DGII's register of taxpayers: public data of no company. Two tables take turns: one is read while the other is filled, and
-- one change of a row makes the new register the one that is read.
create table contribuyente_0 (
  rnc              text collate "C" primary key,
  nombre           text not null,
  nombre_comercial text not null,
  actividad        text not null,
  inicio           date,
  estado           text not null,
  regimen          text not null,
  activo           boolean not null,
  -- The name as it is searched: its words in lower case without accents, between blanks.
  busca            text collate "C" not null,
  -- The words of the name and of the trade name.
  palabras         tsvector not null
);
create table contribuyente_1 (like contribuyente_0 including all);

-- The register that is read: none while `tabla` is null.
create table contribuyente_registro (
  id         boolean primary key default true check (id),
  tabla      smallint check (tabla in (0, 1)),
  archivo    text,
  importado  timestamptz,
  filas      integer not null default 0,
  rechazadas integer not null default 0,
  repetidas  integer not null default 0,
  -- The first refused lines, each with its reason.
  motivos    jsonb not null default '[]',
  -- Beginnings of words that very many names have, and how many: a search does not begin with those.
  comunes    jsonb not null default '{}'
);
insert into contribuyente_registro default values;

-- The import that is under way, or the last one that failed. Apart from the register, since it changes with every part stored.
create table contribuyente_importacion (
  id      boolean primary key default true check (id),
  -- What is imported: the same after a restart. Null when nothing is.
  sujeto  uuid,
  -- The run that may write: one that was overtaken may not. Null while the file waits.
  ficha   uuid,
  latido  timestamptz,
  archivo text,
  leidos  bigint not null default 0,
  total   bigint not null default 0,
  filas   integer not null default 0,
  fase    text check (fase in ('en_espera', 'leyendo', 'ordenando')),
  fallo   text,
  fallo_en timestamptz
);
insert into contribuyente_importacion default values;

-- The uploaded file, until it was imported. Another may be uploaded before the job of the last one has ended.
create table contribuyente_archivo (
  sujeto    uuid not null,
  parte     integer not null,
  contenido bytea not null,
  primary key (sujeto, parte)
);

revoke all on contribuyente_0, contribuyente_1, contribuyente_registro, contribuyente_importacion, contribuyente_archivo
  from timbre_app;

-- The server's account owns no table: these two do what only their owner may.
create function contribuyente_vacia(tabla smallint) returns void language plpgsql security definer set search_path = public as $$
begin
  if tabla not in (0, 1) then raise exception 'no such table'; end if;
  execute format('drop index if exists contribuyente_%1$s_nombre, contribuyente_%1$s_palabras', tabla);
  execute format('truncate contribuyente_%s', tabla);
end $$;
-- The indexes are made once the table is full: that takes a fraction of the time of keeping them meanwhile.
create function contribuyente_ordena(tabla smallint) returns void language plpgsql security definer set search_path = public as $$
begin
  if tabla not in (0, 1) then raise exception 'no such table'; end if;
  execute format('create index contribuyente_%1$s_nombre on contribuyente_%1$s (activo, busca)', tabla);
  execute format('create index contribuyente_%1$s_palabras on contribuyente_%1$s using gin (palabras) with (fastupdate = off)', tabla);
  execute format('analyze contribuyente_%s', tabla);
end $$;
revoke execute on function contribuyente_vacia(smallint), contribuyente_ordena(smallint) from public;
grant execute on function contribuyente_vacia(smallint), contribuyente_ordena(smallint) to timbre_system;

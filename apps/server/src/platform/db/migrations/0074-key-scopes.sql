-- What an integration key may be used for. The keys that exist keep what they did, but for signing freely: a person gives that.
alter table clave_api
  add column alcances text[] not null default '{leer,emitir,recibir,reportes,configurar}';

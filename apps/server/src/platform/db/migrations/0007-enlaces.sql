-- Public links of issued documents: a person with the address of one sees its document without a session.

-- Whether a company shares its documents, and for how many days a new link is valid (null: without end). No row: it does not.
create table enlace_ajuste (
  empresa_id uuid primary key references empresa,
  activo     boolean not null,
  dias       integer check (dias > 0)
);

-- The link of a document, while it is not closed. The last part of its address is derived from `id` with a key of the platform;
-- stored is its digest.
create table enlace_documento (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  id           uuid not null,
  hmac         bytea not null,
  creado       timestamptz not null,
  por          text not null,
  vence        timestamptz,
  primary key (empresa_id, documento_id)
);
create unique index enlace_documento_hmac on enlace_documento (hmac);

select isolate_by_empresa('enlace_ajuste'), isolate_by_empresa('enlace_documento');

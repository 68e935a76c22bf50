-- The connection of a company with QuickBooks Online.
create table quickbooks_conexion (
  empresa_id          uuid primary key references empresa,
  realm               text not null,
  nombre              text not null,
  conectado           timestamptz not null,
  por                 text not null,
  -- How often the tokens were renewed.
  vuelta              bigint not null,
  -- Encrypted: the tokens, and the refresh token that they came from.
  acceso              bytea not null,
  renovacion          bytea not null,
  renovacion_anterior bytea,
  acceso_hasta        timestamptz not null,
  -- The renewal that has begun with the refresh token, and until when no other begins.
  turno               uuid,
  turno_hasta         timestamptz,
  revisado            timestamptz,
  -- Why QuickBooks does not accept the tokens; null while it does.
  rechazo             text
);
select isolate_by_empresa('quickbooks_conexion'::regclass);

-- Authorisations that were begun: the state is stored as its keyed digest.
create table quickbooks_inicio (
  empresa_id uuid not null references empresa,
  estado     bytea not null,
  sesion_id  uuid not null,
  regreso    text not null,
  creado     timestamptz not null,
  primary key (empresa_id, estado)
);
select isolate_by_empresa('quickbooks_inicio'::regclass);

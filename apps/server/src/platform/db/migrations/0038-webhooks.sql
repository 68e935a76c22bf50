-- Each entry of a record that is followed asks for a job in its transaction.
alter table evento_cabeza add seguida boolean not null default false;

-- Addresses that a company is told of its events at.
create table webhook (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  url              text not null,
  descripcion      text not null,
  eventos          text[] not null default '{}',
  activo           boolean not null,
  -- Encrypted.
  secreto          bytea not null,
  secreto_anterior bytea,
  anterior_hasta   timestamptz,
  -- The last entry of the record of which deliveries were made.
  leido            bigint not null,
  falla_desde      timestamptz,
  -- After a call without answer, nothing is sent before this.
  pausa_hasta      timestamptz,
  desactivado      timestamptz,
  creado           timestamptz not null,
  primary key (empresa_id, id)
);
select isolate_by_empresa('webhook'::regclass);

create table webhook_entrega (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  webhook_id uuid not null,
  -- The entry of the record; null for a test.
  seq        bigint,
  tipo       text not null,
  cuerpo     text not null,
  estado     text not null check (estado in ('pendiente', 'entregada', 'fallida')),
  creada     timestamptz not null,
  -- When it is tried next, and until when; null once it has ended.
  proximo    timestamptz,
  vence      timestamptz not null,
  -- All tries, and since it was last asked for.
  intentos   integer not null default 0,
  seguidos   integer not null default 0,
  historial  jsonb not null default '[]',
  respuesta  text,
  primary key (empresa_id, id),
  unique (empresa_id, webhook_id, seq)
);
create index webhook_entrega_pendiente on webhook_entrega (empresa_id, webhook_id, proximo) where estado = 'pendiente';
create index webhook_entrega_de on webhook_entrega (empresa_id, webhook_id, id desc);
select isolate_by_empresa('webhook_entrega'::regclass);

-- The warnings that were recorded: each once for its subject and threshold.
create table aviso_dado (
  empresa_id uuid not null references empresa,
  sujeto     uuid not null,
  aviso      text not null,
  primary key (empresa_id, sujeto, aviso)
);
select isolate_by_empresa('aviso_dado'::regclass);

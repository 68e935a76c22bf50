-- The commercial answers of buyers to invoices of a company, as they came.
create table aprobacion_recibida (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  xml_sha256   bytea not null,
  aprobada     boolean not null,
  motivo       text,
  -- When the buyer says that it decided.
  fecha_hora   text not null,
  -- Tax id in the signer's certificate.
  titular      text not null,
  xml          bytea not null,
  recibida     timestamptz not null,
  primary key (empresa_id, documento_id, xml_sha256)
);
select isolate_by_empresa('aprobacion_recibida');

-- The commercial answers of a company to what it received: signed once, sent to the issuer and to the DGII.
create table aprobacion_emitida (
  empresa_id     uuid not null references empresa,
  id             uuid not null,
  recibido_id    uuid not null,
  aprobada       boolean not null,
  motivo         text,
  xml            text not null,
  firmada        timestamptz not null,
  por            text not null,
  primary key (empresa_id, id)
);
create index aprobacion_emitida_recibido on aprobacion_emitida (empresa_id, recibido_id, firmada);
select isolate_by_empresa('aprobacion_emitida');

-- Where an answer is sent, and how far it came.
create table aprobacion_envio (
  empresa_id    uuid not null references empresa,
  aprobacion_id uuid not null,
  destino       text not null check (destino in ('dgii', 'emisor')),
  -- pendiente: it will be sent. sin_confirmar: an earlier try may have arrived, and a later one was refused.
  estado        text not null check (estado in ('pendiente', 'enviada', 'rechazada', 'sin_direccion', 'sin_confirmar')),
  detalle       text,
  cambiada      timestamptz not null,
  primary key (empresa_id, aprobacion_id, destino)
);
select isolate_by_empresa('aprobacion_envio');

-- Each try: stored before the bytes leave, completed with the answer.
create table aprobacion_intento (
  empresa_id    uuid not null references empresa,
  aprobacion_id uuid not null,
  destino       text not null check (destino in ('dgii', 'emisor')),
  numero        integer not null,
  iniciado      timestamptz not null,
  terminado     timestamptz,
  -- Null while it is under way, and of one that a crash ended.
  resultado     text check (resultado in ('enviada', 'rechazada', 'no_enviada', 'desconocido', 'sin_direccion')),
  respuesta     text,
  primary key (empresa_id, aprobacion_id, destino, numero)
);
select isolate_by_empresa('aprobacion_intento');

-- Invoices of a company that are delivered to the addresses of their buyers, and the acknowledgements that these answered.
create table entrega (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  estado       text not null check (estado in ('pendiente', 'entregada', 'rechazada', 'sin_direccion', 'sin_confirmar')),
  -- Counted before the bytes leave.
  intentos     integer not null default 0,
  -- A try that began may have arrived: it ended without an answer, or has not ended.
  dudosa       boolean not null default false,
  detalle      text,
  acuse        text,
  pedida       timestamptz not null,
  cambiada     timestamptz not null,
  primary key (empresa_id, documento_id)
);
select isolate_by_empresa('entrega');

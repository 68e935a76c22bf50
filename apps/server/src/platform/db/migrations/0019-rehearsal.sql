-- The rehearsal of a document of an import: what the built-in authority says of it. Nothing of it is issued, and no table
-- but this one changes by it. The signed XML is not stored: signing again gives the same bytes.
create table ensayo (
  empresa_id          uuid not null references empresa,
  documento_id        uuid not null,
  importacion_id      uuid not null,
  -- What was asked for and is not done yet.
  pedido              text check (pedido in ('firma', 'envio')),
  -- The order of sending: notes after their invoices. Null for a summary, which goes with its invoice.
  turno               bigint,
  estado              text not null
    check (estado in ('pendiente', 'firmado', 'en_proceso', 'aceptado', 'aceptado_condicional', 'rechazado', 'error')),
  -- Whether signing keeps the signing date of the document, and the date that it was signed with.
  conserva_fecha      boolean not null default false,
  fecha_firma         text,
  track_id            text,
  secuencia_utilizada boolean,
  mensajes            jsonb not null default '[]',
  errores             jsonb not null default '[]',
  cambiado            timestamptz not null,
  primary key (empresa_id, documento_id)
);
create index ensayo_importacion on ensayo (empresa_id, importacion_id, cambiado);
create index ensayo_pedido on ensayo (empresa_id, importacion_id, turno) where pedido is not null;
-- Old ones are deleted.
create index ensayo_antiguos on ensayo (cambiado);
select isolate_by_empresa('ensayo');

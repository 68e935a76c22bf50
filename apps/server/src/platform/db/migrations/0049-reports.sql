-- What a receipt says to the reports, from its XML or from paper: read once, with what a person answered. `sentido`: a purchase
-- or a sale; `emisor`: the RNC of who issued it, which makes its number unique; `fuente`: what is believed, documents before
-- paper; `recibo` and `respuestas`: JSON.
create table comprobante (
  empresa_id   uuid not null references empresa,
  ambiente     text not null,
  sentido      text not null check (sentido in ('compra', 'venta')),
  emisor       text not null,
  ncf          text not null,
  periodo      integer not null,
  fecha        date not null,
  nombre       text not null,
  fuente       text not null check (fuente in ('emitido', 'recibido', 'cargado')),
  documento_id uuid,
  recibo       text not null,
  respuestas   text not null default '{}',
  excluido     text,
  -- The version of the derivations that made its rows.
  derivado     smallint not null,
  cambiado     timestamptz not null,
  primary key (empresa_id, ambiente, sentido, emisor, ncf)
);
create index comprobante_documento on comprobante (empresa_id, documento_id) where documento_id is not null;
-- Those of a month, and among them the ones whose rows an older version made.
create index comprobante_periodo on comprobante (empresa_id, ambiente, sentido, periodo, derivado);
-- Those that have no rows, in the order in which a list shows them among the rows.
create index comprobante_excluido on comprobante (empresa_id, ambiente, sentido, periodo, fecha, ncf, emisor)
  where excluido is not null;
select isolate_by_empresa('comprobante');

-- The rows that receipts make in the reports: `fila` is JSON, `linea` the line of the official TXT, null while something is
-- missing. `destino`: where a sale is reported. A purchase that is paid in a later month has two rows.
create table renglon (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  reporte    text not null check (reporte in ('606', '607', '609')),
  periodo    integer not null,
  fecha      date not null,
  ncf        text not null,
  emisor     text not null,
  momento    text not null check (momento in ('compra', 'pago')),
  destino    text not null check (destino in ('detalle', 'resumen', 'e-CF')),
  nota       boolean not null,
  subtotal   numeric(18, 2) not null,
  itbis      numeric(18, 2) not null,
  total      numeric(18, 2) not null,
  pendientes text[] not null default '{}',
  fila       text not null,
  linea      text,
  primary key (empresa_id, ambiente, reporte, emisor, ncf, momento)
);
-- The order in which rows are read and written.
create index renglon_orden on renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento);
create index renglon_pendiente on renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento)
  where pendientes <> '{}';
select isolate_by_empresa('renglon');

-- The server works as a role that owns nothing: after it has read many documents, it has their statistics updated.
create function analiza_renglones() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze public.comprobante;
  analyze public.renglon;
end $$;
revoke execute on function analiza_renglones() from public;
grant execute on function analiza_renglones() to timbre_system;

-- What was answered last for each supplier: JSON of the answers that repeat from receipt to receipt.
create table sugerencia (
  empresa_id uuid not null references empresa,
  emisor     text not null,
  respuestas text not null,
  cambiada   timestamptz not null,
  primary key (empresa_id, emisor)
);
select isolate_by_empresa('sugerencia');

-- A report as it was when it was generated; `totales`, `resumen` and `basado_en` as the contract shows them.
create table reporte (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  orden        bigint generated always as identity,
  ambiente     text not null,
  tipo         text not null check (tipo in ('606', '607', '608', '609', 'it1')),
  desde        date not null,
  hasta        date not null,
  estado       text not null check (estado in ('generando', 'listo', 'error')),
  porcentaje   smallint not null default 0,
  mensaje      text not null default '',
  totales      jsonb,
  resumen      jsonb,
  basado_en    jsonb,
  filas        integer not null default 0,
  creado       timestamptz not null,
  por          text not null,
  aceptacion   text,
  presentado   date,
  presento     text,
  primary key (empresa_id, id)
);
create index reporte_rango on reporte (empresa_id, ambiente, tipo, desde, hasta, orden desc);
create index reporte_historial on reporte (empresa_id, ambiente, tipo, orden desc);
select isolate_by_empresa('reporte');

-- Its rows, so many to a part: JSON, deflated.
create table reporte_parte (
  empresa_id uuid not null references empresa,
  reporte_id uuid not null,
  parte      integer not null,
  filas      bytea not null,
  primary key (empresa_id, reporte_id, parte),
  foreign key (empresa_id, reporte_id) references reporte on delete cascade
);
select isolate_by_empresa('reporte_parte');

-- The boxes of the IT-1 of a month that a person filled: JSON.
create table it1_manual (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  periodo    integer not null,
  casillas   jsonb not null,
  primary key (empresa_id, ambiente, periodo)
);
select isolate_by_empresa('it1_manual');

-- The official tool of a format that the company uploaded, saved as .xlsm.
create table reporte_herramienta (
  empresa_id uuid not null references empresa,
  tipo       text not null check (tipo in ('606', '607')),
  nombre     text not null,
  contenido  bytea not null,
  subida     timestamptz not null,
  por        text not null,
  primary key (empresa_id, tipo)
);
select isolate_by_empresa('reporte_herramienta');

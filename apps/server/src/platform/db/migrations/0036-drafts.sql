-- Invoices that a person has begun and not issued.
create table borrador (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  version    integer not null,
  tipo       smallint not null,
  comprador  text not null,
  monto      numeric(18, 2) not null,
  documento  jsonb not null,
  por        text not null,
  modificado timestamptz not null,
  primary key (empresa_id, id)
);
create index borrador_modificado on borrador (empresa_id, modificado desc);
select isolate_by_empresa('borrador'::regclass);

-- Buyers and products of issued documents, each as the last document that named it. `orden` is that document's: reading a document
-- twice changes nothing.
create table comprador (
  empresa_id     uuid not null references empresa,
  identificacion text not null,
  extranjero     boolean not null,
  razon_social   text not null,
  correo         text not null,
  direccion      text not null,
  municipio      text not null,
  provincia      text not null,
  pais           text not null,
  -- What is searched: the name without accents in lower case, and the identification.
  busca          text not null,
  orden          bigint not null,
  primary key (empresa_id, identificacion)
);
create index comprador_orden on comprador (empresa_id, orden desc);
select isolate_by_empresa('comprador'::regclass);

create table producto (
  empresa_id      uuid not null references empresa,
  nombre          text not null,
  descripcion     text not null,
  precio          text not null,
  unidad          text not null,
  facturacion     text not null,
  bien_servicio   text not null,
  busca           text not null,
  orden           bigint not null,
  primary key (empresa_id, nombre)
);
create index producto_orden on producto (empresa_id, orden desc);
select isolate_by_empresa('producto'::regclass);

-- How far the documents of a company were read into its lists.
create table catalogo_lectura (
  empresa_id uuid primary key references empresa,
  orden      bigint not null,
  leido      timestamptz not null
);
select isolate_by_empresa('catalogo_lectura'::regclass);

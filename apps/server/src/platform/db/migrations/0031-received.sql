-- e-CF of other issuers addressed to a company: the bytes as they came, and the acknowledgement that was answered.
create table recibido (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  orden            bigint generated always as identity,
  ambiente         text not null,
  rnc_emisor       text not null,
  razon_emisor     text not null,
  tipo             smallint not null,
  encf             text not null,
  fecha_emision    date not null,
  monto_total      numeric(18, 2) not null,
  total_itbis      numeric(18, 2) not null,
  codigo_seguridad text not null,
  fecha_firma      text not null,
  -- The address of its stamp, of the texts as they are in its XML.
  url_qr           text not null,
  -- Tax id in the signer's certificate.
  titular          text not null,
  xml              bytea not null,
  xml_sha256       bytea not null,
  -- The signed ARECF. Null while it came only as a file: then nobody was answered.
  acuse            text,
  via              text not null check (via in ('servicio', 'archivo')),
  recibido         timestamptz not null,
  -- What the DGII says of it: null until it was asked.
  estado_dgii      text,
  consultado_dgii  timestamptz,
  -- The company's commercial answer.
  respuesta        text check (respuesta in ('aceptada', 'rechazada')),
  primary key (empresa_id, id)
);
-- One document of each number, whatever came first.
create unique index recibido_numero on recibido (empresa_id, ambiente, rnc_emisor, encf);
create index recibido_orden on recibido (empresa_id, orden);
create index recibido_emision on recibido (empresa_id, fecha_emision, orden);
create index recibido_monto on recibido (empresa_id, monto_total, orden);
create index recibido_encf on recibido (empresa_id, encf, orden);
select isolate_by_empresa('recibido');

-- Documents that were not received, and why: the newest ones of each company.
create table recepcion_rechazada (
  empresa_id  uuid not null references empresa,
  xml_sha256  bytea not null,
  motivo      smallint not null check (motivo between 1 and 4),
  detalle     text not null,
  rnc_emisor  text not null,
  encf        text not null,
  via         text not null check (via in ('servicio', 'archivo')),
  direccion   text not null,
  veces       integer not null default 1,
  ultima      timestamptz not null,
  primary key (empresa_id, xml_sha256)
);
create index recepcion_rechazada_ultima on recepcion_rechazada (empresa_id, ultima);
select isolate_by_empresa('recepcion_rechazada');

-- The seeds of the receiver that were redeemed, until they expire: each serves once.
create table receptor_semilla (
  marca bytea primary key,
  vence timestamptz not null
);
create index receptor_semilla_vence on receptor_semilla (vence);
revoke all on receptor_semilla from timbre_app;

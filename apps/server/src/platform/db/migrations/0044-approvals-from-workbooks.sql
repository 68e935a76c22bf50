-- A commercial answer may be to an e-CF that is not here, as those of the DGII's test set: it has what it is about itself.
alter table aprobacion_emitida alter column recibido_id drop not null;
alter table aprobacion_emitida
  add column ambiente text,
  add column rnc_emisor text,
  add column encf text;
-- The owner itself sees no rows of companies.
set local role timbre_system;
update aprobacion_emitida a set ambiente = r.ambiente, rnc_emisor = r.rnc_emisor, encf = r.encf
from recibido r where r.empresa_id = a.empresa_id and r.id = a.recibido_id;
reset role;
alter table aprobacion_emitida
  alter column ambiente set not null, alter column rnc_emisor set not null, alter column encf set not null;
create index aprobacion_emitida_ecf on aprobacion_emitida (empresa_id, ambiente, rnc_emisor, encf, firmada);

-- The rows of workbooks of approvals, as their cells have them. `xml` is there once signed, `aprobacion_id` once sent.
create table aprobacion_libro (
  empresa_id    uuid not null references empresa,
  id            uuid not null,
  orden         bigint generated always as identity,
  ambiente      text not null,
  fila          integer not null,
  rnc_emisor    text not null,
  encf          text not null,
  detalle       jsonb not null,
  errores       jsonb not null,
  xml           text,
  firmada       timestamptz,
  aprobacion_id uuid,
  -- What became of it in the rehearsal, and what the built-in authority said. Its signed XML is not kept.
  ensayo          text check (ensayo in ('firmada', 'aceptada', 'rechazada')),
  ensayo_detalle  text,
  ensayo_cambiado timestamptz,
  primary key (empresa_id, id),
  check ((xml is null) = (firmada is null)),
  check (aprobacion_id is null or xml is not null)
);
create index aprobacion_libro_orden on aprobacion_libro (empresa_id, ambiente, orden);
create unique index aprobacion_libro_ecf on aprobacion_libro (empresa_id, ambiente, rnc_emisor, encf) where errores = '[]';
select isolate_by_empresa('aprobacion_libro');

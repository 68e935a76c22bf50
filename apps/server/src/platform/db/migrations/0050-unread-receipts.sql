-- Documents that the reports have to look at: a line for each change that concerns them, which goes once it was looked at. An
-- issued one when the DGII accepts it; a received one when it comes, when the DGII says something of it, and when it is answered.
-- A line is never changed, so that a change during a look is a line that stays.
create table comprobante_por_leer (
  empresa_id   uuid not null references empresa,
  ambiente     text not null,
  fuente       text not null check (fuente in ('emitido', 'recibido')),
  fecha        date not null,
  orden        bigint generated always as identity,
  documento_id uuid not null,
  primary key (empresa_id, ambiente, fuente, fecha, orden)
);
select isolate_by_empresa('comprobante_por_leer');

create function documento_por_leer() returns trigger language plpgsql as $$
begin
  insert into comprobante_por_leer (empresa_id, ambiente, fuente, fecha, documento_id)
  values (new.empresa_id, new.ambiente, tg_argv[0], new.fecha_emision, new.id);
  return null;
end $$;
create trigger documento_por_leer_alta after insert on documento for each row when (
  new.estado in ('aceptado', 'aceptado_condicional') and new.fecha_emision is not null and new.xml_sha256 is not null
  and new.resume_a is null and not new.es_rfce)
  execute function documento_por_leer('emitido');
create trigger documento_por_leer_cambio after update on documento for each row when (
  new.estado in ('aceptado', 'aceptado_condicional') and new.fecha_emision is not null and new.xml_sha256 is not null
  and new.resume_a is null and not new.es_rfce
  and (old.estado not in ('aceptado', 'aceptado_condicional')
    or (old.ambiente, old.fecha_emision, old.xml_sha256, old.resume_a, old.es_rfce)
      is distinct from (new.ambiente, new.fecha_emision, new.xml_sha256, new.resume_a, new.es_rfce)))
  execute function documento_por_leer('emitido');
create trigger recibido_por_leer_alta after insert on recibido for each row execute function documento_por_leer('recibido');
create trigger recibido_por_leer_cambio after update on recibido for each row when (
  (old.ambiente, old.fecha_emision, old.xml_sha256, old.respuesta, old.estado_dgii)
    is distinct from (new.ambiente, new.fecha_emision, new.xml_sha256, new.respuesta, new.estado_dgii))
  execute function documento_por_leer('recibido');

-- Documents that say nothing that the reports can read, by the version of the derivations that tried.
create table comprobante_ilegible (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  ambiente     text not null,
  fuente       text not null check (fuente in ('emitido', 'recibido')),
  fecha        date not null,
  emisor       text not null,
  ncf          text not null,
  derivado     smallint not null,
  primary key (empresa_id, documento_id)
);
create index comprobante_ilegible_fecha on comprobante_ilegible (empresa_id, ambiente, fecha);
select isolate_by_empresa('comprobante_ilegible');

-- The later payments of a month, which are few among its rows.
create index renglon_pago on renglon (empresa_id, ambiente, reporte, periodo) where momento = 'pago';

-- Only for queries that say `periodo > 0`: with few statistics, or old ones, a receipt was looked for by its number along this
-- index, which reads all receipts of the company.
drop index comprobante_periodo;
create index comprobante_periodo on comprobante (empresa_id, ambiente, sentido, periodo, derivado) where periodo > 0;

-- The owner itself sees no rows of companies. What was read already is looked at once more, and left as it is.
set local role timbre_system;
insert into comprobante_por_leer (empresa_id, ambiente, fuente, fecha, documento_id)
select empresa_id, ambiente, 'emitido', fecha_emision, id from documento
where estado in ('aceptado', 'aceptado_condicional') and fecha_emision is not null and xml_sha256 is not null
  and resume_a is null and not es_rfce
order by empresa_id, fecha_emision, orden;
insert into comprobante_por_leer (empresa_id, ambiente, fuente, fecha, documento_id)
select empresa_id, ambiente, 'recibido', fecha_emision, id from recibido
order by empresa_id, fecha_emision, orden;
reset role;

-- What a report, or a reading of the books, leaves out: in words, for its screen and its history.
alter table reporte add column avisos text[] not null default '{}';
alter table ejecucion add column avisos text[] not null default '{}';

-- Received e-CF about which the DGII has said nothing that is final: they are in no report, and are listed.
create index recibido_sin_confirmar on recibido (empresa_id, fecha_emision)
  where estado_dgii is null or estado_dgii not in ('aceptado', 'aceptado_condicional', 'rechazado');

-- Those without any answer counted as accepted until now. The owner itself sees no rows of companies.
set local role timbre_system;
insert into comprobante_por_leer (empresa_id, ambiente, fuente, fecha, documento_id)
select empresa_id, ambiente, 'recibido', fecha_emision, id from recibido where estado_dgii is null
order by empresa_id, fecha_emision, orden;
reset role;

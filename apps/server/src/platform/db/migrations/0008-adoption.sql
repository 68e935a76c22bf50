-- Documents that enter signed, by the specification's calls. `firma`: signed here for a caller who has not yet asked to send it.
alter table documento drop constraint documento_origen_check;
alter table documento add constraint documento_origen_check check (origen in ('api', 'excel', 'pantalla', 'firma'));

-- A summary may come alone, its invoice signed elsewhere: then it is the document that its number is of. So what has a number
-- is what summarises nothing: an e-CF, or such a summary; and a number is of one of them.
drop index documento_numero;
create unique index documento_numero on documento (empresa_id, ambiente, rnc_emisor, encf)
  where ocupa_numero and resume_a is null;
create unique index documento_numero_resumen on documento (empresa_id, ambiente, rnc_emisor, encf)
  where ocupa_numero and resume_a is not null;

drop index documento_lista;
drop index documento_lista_fecha;
drop index documento_lista_encf;
create index documento_lista on documento (empresa_id, orden desc) where xml_sha256 is not null and resume_a is null;
create index documento_lista_fecha on documento (empresa_id, fecha_emision, orden)
  where xml_sha256 is not null and resume_a is null;
create index documento_lista_encf on documento (empresa_id, encf) where xml_sha256 is not null and resume_a is null;

-- It counts as its invoice would. No summary was alone before this.
create or replace function estadistica_de(d documento) returns table (ncf integer, aceptados integer, monto numeric)
language sql immutable as $$
  select 1, x.aceptado::integer, case when x.aceptado then coalesce(d.monto_total, 0) else 0 end
  from (select d.estado in ('aceptado', 'aceptado_condicional') as aceptado) x
  where d.ocupa_numero and d.resume_a is null
$$;

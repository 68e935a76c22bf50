-- Of an attempt: the bytes that were posted (null in those made before they were kept), and the trackId that it brought.
alter table intento add column sha256 bytea, add column track_id text;
-- reenvio: the same bytes, posted after an outcome that nobody knows, where no service tells what became of it.
alter table intento drop constraint intento_operacion_check;
alter table intento add constraint intento_operacion_check
  check (operacion in ('envio', 'reenvio', 'consulta', 'conciliacion'));

-- Who settled it with the verdict seen in the authority's portal; null where the authority itself answered.
alter table documento add column asentado_por text;

-- Rejected because the number was used, after more than one post: what the first post came to was never known.
with dudoso as (
  select d.empresa_id, d.id, d.resume_a from documento d
  where d.estado = 'rechazado' and d.mensajes @> '[{"codigo": "1209"}]' and 1 < (
    select count(*) from intento i where i.empresa_id = d.empresa_id and i.documento_id = d.id
      and i.numero > d.intento_base and i.operacion = 'envio' and i.resultado is distinct from 'no_enviado')
), marcado as (
  update documento d set estado = 'sin_confirmar', codigo = '1209'
  from dudoso x where d.empresa_id = x.empresa_id and d.id in (x.id, x.resume_a)
)
insert into trabajo (id, clase, empresa_id, sujeto, en)
select gen_random_uuid(), 'envio', empresa_id, id, now() from dudoso
on conflict (clase, empresa_id, sujeto) do nothing;

-- Figures of verdicts: documents that the authority rejected, and those that it accepted with their first signature.
alter table estadistica
  add column rechazados bigint not null default 0,
  add column primeros   bigint not null default 0;
alter table estadistica_cambio
  add column rechazados integer not null default 0,
  add column primeros   integer not null default 0;

drop function estadistica_de(documento);

-- What a document counts for: its number while it is used, its amount once the authority accepted it, and its verdict. A
-- summary counts for nothing where its e-CF is here.
create function estadistica_de(d documento)
returns table (ncf integer, aceptados integer, monto numeric, rechazados integer, primeros integer)
language sql immutable as $$
  select d.ocupa_numero::integer, x.aceptado::integer, case when x.aceptado then coalesce(d.monto_total, 0) else 0 end,
    (d.estado = 'rechazado')::integer, (x.aceptado and d.intento_base = 0)::integer
  from (select d.estado in ('aceptado', 'aceptado_condicional') as aceptado) x
  where (d.ocupa_numero or d.estado = 'rechazado') and d.resume_a is null
$$;

create or replace function estadistica_cuenta() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros)
    select d.empresa_id, d.ambiente, d.tipo, sum(e.ncf), sum(e.aceptados), sum(e.monto), sum(e.rechazados), sum(e.primeros)
    from despues d cross join lateral estadistica_de(d) e group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros)
    select d.empresa_id, d.ambiente, d.tipo, -sum(e.ncf), -sum(e.aceptados), -sum(e.monto), -sum(e.rechazados),
      -sum(e.primeros)
    from antes d cross join lateral estadistica_de(d) e group by 1, 2, 3;
  else
    insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros)
    select x.empresa_id, x.ambiente, x.tipo, sum(x.ncf), sum(x.aceptados), sum(x.monto), sum(x.rechazados), sum(x.primeros)
    from (
      select d.empresa_id, d.ambiente, d.tipo, e.ncf, e.aceptados, e.monto, e.rechazados, e.primeros
      from despues d cross join lateral estadistica_de(d) e
      union all
      select d.empresa_id, d.ambiente, d.tipo, -e.ncf, -e.aceptados, -e.monto, -e.rechazados, -e.primeros
      from antes d cross join lateral estadistica_de(d) e) x
    group by 1, 2, 3
    having sum(x.ncf) <> 0 or sum(x.aceptados) <> 0 or sum(x.monto) <> 0 or sum(x.rechazados) <> 0 or sum(x.primeros) <> 0;
  end if;
  return null;
end $$;

create or replace function estadistica_pliega() returns trigger language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('estadistica ' || new.empresa_id, 0)) then
    with plegado as (delete from estadistica_cambio where empresa_id = new.empresa_id returning *)
    insert into estadistica as e (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros)
    select empresa_id, ambiente, tipo, sum(ncf), sum(aceptados), sum(monto), sum(rechazados), sum(primeros)
    from plegado group by 1, 2, 3
    on conflict (empresa_id, ambiente, tipo) do update
      set ncf = e.ncf + excluded.ncf, aceptados = e.aceptados + excluded.aceptados, monto = e.monto + excluded.monto,
        rechazados = e.rechazados + excluded.rechazados, primeros = e.primeros + excluded.primeros;
  end if;
  return null;
end $$;

delete from estadistica_cambio;
delete from estadistica;
insert into estadistica (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros)
select d.empresa_id, d.ambiente, d.tipo, sum(e.ncf), sum(e.aceptados), sum(e.monto), sum(e.rechazados), sum(e.primeros)
from documento d cross join lateral estadistica_de(d) e group by 1, 2, 3;

-- Figures by day of emission, type and kind of state, for the head line of the list of invoices: `abierto` until the
-- authority decides, then its verdict. They are kept as those of Inicio are: changes, folded now and then.
create table estadistica_dia (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  dia        date not null,
  tipo       smallint not null,
  clase      text not null,
  emitidos   bigint not null,
  importe    numeric(20, 2) not null,
  primary key (empresa_id, dia, ambiente, tipo, clase)
);
select isolate_by_empresa('estadistica_dia'::regclass);

alter table estadistica_cambio
  add column dia      date not null default '0001-01-01',
  add column clase    text not null default 'abierto',
  add column emitidos integer not null default 0,
  add column importe  numeric(20, 2) not null default 0;

drop function estadistica_de(documento);

-- What a document counts for: its number while it is used, its amount once the authority accepted it, its verdict, and, once
-- it is signed, itself in the list. A summary counts for nothing where its e-CF is here.
create function estadistica_de(d documento)
returns table (ncf integer, aceptados integer, monto numeric, rechazados integer, primeros integer,
  dia date, clase text, emitidos integer, importe numeric)
language sql immutable as $$
  select d.ocupa_numero::integer, x.aceptado::integer, case when x.aceptado then coalesce(d.monto_total, 0) else 0 end,
    (d.estado = 'rechazado')::integer, (x.aceptado and d.intento_base = 0)::integer,
    coalesce(d.fecha_emision, date '0001-01-01'),
    case when x.aceptado or d.estado = 'rechazado' then d.estado else 'abierto' end,
    x.emitido::integer, case when x.emitido then coalesce(d.monto_total, 0) else 0 end
  from (select d.estado in ('aceptado', 'aceptado_condicional') as aceptado, d.xml_sha256 is not null as emitido) x
  where (d.ocupa_numero or d.estado = 'rechazado' or x.emitido) and d.resume_a is null
$$;

create or replace function estadistica_cuenta() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe)
    select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, sum(e.ncf), sum(e.aceptados), sum(e.monto), sum(e.rechazados),
      sum(e.primeros), sum(e.emitidos), sum(e.importe)
    from despues d cross join lateral estadistica_de(d) e group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe)
    select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, -sum(e.ncf), -sum(e.aceptados), -sum(e.monto),
      -sum(e.rechazados), -sum(e.primeros), -sum(e.emitidos), -sum(e.importe)
    from antes d cross join lateral estadistica_de(d) e group by 1, 2, 3, 4, 5;
  else
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe)
    select x.empresa_id, x.ambiente, x.tipo, x.dia, x.clase, sum(x.ncf), sum(x.aceptados), sum(x.monto), sum(x.rechazados),
      sum(x.primeros), sum(x.emitidos), sum(x.importe)
    from (
      select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, e.ncf, e.aceptados, e.monto, e.rechazados, e.primeros,
        e.emitidos, e.importe
      from despues d cross join lateral estadistica_de(d) e
      union all
      select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, -e.ncf, -e.aceptados, -e.monto, -e.rechazados, -e.primeros,
        -e.emitidos, -e.importe
      from antes d cross join lateral estadistica_de(d) e) x
    group by 1, 2, 3, 4, 5
    having sum(x.ncf) <> 0 or sum(x.aceptados) <> 0 or sum(x.monto) <> 0 or sum(x.rechazados) <> 0
      or sum(x.primeros) <> 0 or sum(x.emitidos) <> 0 or sum(x.importe) <> 0;
  end if;
  return null;
end $$;

create or replace function estadistica_pliega() returns trigger language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('estadistica ' || new.empresa_id, 0)) then
    with plegado as (delete from estadistica_cambio where empresa_id = new.empresa_id returning *),
    totales as (
      insert into estadistica as e (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros)
      select empresa_id, ambiente, tipo, sum(ncf), sum(aceptados), sum(monto), sum(rechazados), sum(primeros)
      from plegado group by 1, 2, 3
      on conflict (empresa_id, ambiente, tipo) do update
        set ncf = e.ncf + excluded.ncf, aceptados = e.aceptados + excluded.aceptados, monto = e.monto + excluded.monto,
          rechazados = e.rechazados + excluded.rechazados, primeros = e.primeros + excluded.primeros)
    insert into estadistica_dia as e (empresa_id, ambiente, dia, tipo, clase, emitidos, importe)
    select empresa_id, ambiente, dia, tipo, clase, sum(emitidos), sum(importe)
    from plegado group by 1, 2, 3, 4, 5 having sum(emitidos) <> 0 or sum(importe) <> 0
    on conflict (empresa_id, dia, ambiente, tipo, clase) do update
      set emitidos = e.emitidos + excluded.emitidos, importe = e.importe + excluded.importe;
  end if;
  return null;
end $$;

insert into estadistica_dia (empresa_id, ambiente, dia, tipo, clase, emitidos, importe)
select d.empresa_id, d.ambiente, e.dia, d.tipo, e.clase, sum(e.emitidos), sum(e.importe)
from documento d cross join lateral estadistica_de(d) e group by 1, 2, 3, 4, 5 having sum(e.emitidos) <> 0;

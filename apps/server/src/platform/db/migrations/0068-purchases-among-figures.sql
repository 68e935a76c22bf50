-- What a company issues for its own purchases (41, 43, 47, and notes that modify them) is kept apart in the figures: of the amount
-- of each type, the part that is a purchase.
create function es_compra(tipo integer, espera_a text, xml text) returns boolean language sql immutable as $$
  select case
    when tipo in (41, 43, 47) then true
    when tipo in (33, 34) then
      coalesce(left(coalesce(espera_a, substring(xml from '<NCFModificado>([^<]*)<')), 3)
        in ('E41', 'E43', 'E47', 'B11', 'B13', 'B17'), false)
    else false end
$$;

alter table estadistica add column comprado numeric(20, 2) not null default 0;
alter table estadistica_dia add column importe_compra numeric(20, 2) not null default 0;
alter table estadistica_cambio
  add column comprado       numeric(20, 2) not null default 0,
  add column importe_compra numeric(20, 2) not null default 0;

drop function estadistica_de(documento);

-- What a document counts for: its number while it is used, its amount once the authority accepted it, its verdict, and, once
-- it is signed, itself in the list; of both amounts, the part that is a purchase. A summary counts for nothing where its e-CF is here.
create function estadistica_de(d documento)
returns table (ncf integer, aceptados integer, monto numeric, rechazados integer, primeros integer,
  dia date, clase text, emitidos integer, importe numeric, comprado numeric, importe_compra numeric)
language sql immutable as $$
  select d.ocupa_numero::integer, x.aceptado::integer, case when x.aceptado then x.total else 0 end,
    (d.estado = 'rechazado')::integer, (x.aceptado and d.intento_base = 0)::integer,
    coalesce(d.fecha_emision, date '0001-01-01'),
    case when x.aceptado or d.estado = 'rechazado' then d.estado else 'abierto' end,
    x.emitido::integer, case when x.emitido then x.total else 0 end,
    case when x.compra and x.aceptado then x.total else 0 end, case when x.compra and x.emitido then x.total else 0 end
  from (select d.estado in ('aceptado', 'aceptado_condicional') as aceptado, d.xml_sha256 is not null as emitido,
    coalesce(d.monto_total, 0) as total, es_compra(d.tipo, d.espera_a, d.xml) as compra) x
  where (d.ocupa_numero or d.estado = 'rechazado' or x.emitido) and d.resume_a is null
$$;

create or replace function estadistica_cuenta() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe, comprado, importe_compra)
    select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, sum(e.ncf), sum(e.aceptados), sum(e.monto), sum(e.rechazados),
      sum(e.primeros), sum(e.emitidos), sum(e.importe), sum(e.comprado), sum(e.importe_compra)
    from despues d cross join lateral estadistica_de(d) e group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe, comprado, importe_compra)
    select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, -sum(e.ncf), -sum(e.aceptados), -sum(e.monto),
      -sum(e.rechazados), -sum(e.primeros), -sum(e.emitidos), -sum(e.importe), -sum(e.comprado), -sum(e.importe_compra)
    from antes d cross join lateral estadistica_de(d) e group by 1, 2, 3, 4, 5;
  else
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe, comprado, importe_compra)
    select x.empresa_id, x.ambiente, x.tipo, x.dia, x.clase, sum(x.ncf), sum(x.aceptados), sum(x.monto), sum(x.rechazados),
      sum(x.primeros), sum(x.emitidos), sum(x.importe), sum(x.comprado), sum(x.importe_compra)
    from (
      select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, e.ncf, e.aceptados, e.monto, e.rechazados, e.primeros,
        e.emitidos, e.importe, e.comprado, e.importe_compra
      from despues d cross join lateral estadistica_de(d) e
      union all
      select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, -e.ncf, -e.aceptados, -e.monto, -e.rechazados, -e.primeros,
        -e.emitidos, -e.importe, -e.comprado, -e.importe_compra
      from antes d cross join lateral estadistica_de(d) e) x
    group by 1, 2, 3, 4, 5
    having sum(x.ncf) <> 0 or sum(x.aceptados) <> 0 or sum(x.monto) <> 0 or sum(x.rechazados) <> 0
      or sum(x.primeros) <> 0 or sum(x.emitidos) <> 0 or sum(x.importe) <> 0
      or sum(x.comprado) <> 0 or sum(x.importe_compra) <> 0;
  end if;
  return null;
end $$;

create or replace function estadistica_pliega() returns trigger language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('estadistica ' || new.empresa_id, 0)) then
    with plegado as (delete from estadistica_cambio where empresa_id = new.empresa_id returning *),
    totales as (
      insert into estadistica as e (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros, comprado)
      select empresa_id, ambiente, tipo, sum(ncf), sum(aceptados), sum(monto), sum(rechazados), sum(primeros), sum(comprado)
      from plegado group by 1, 2, 3
      on conflict (empresa_id, ambiente, tipo) do update
        set ncf = e.ncf + excluded.ncf, aceptados = e.aceptados + excluded.aceptados, monto = e.monto + excluded.monto,
          rechazados = e.rechazados + excluded.rechazados, primeros = e.primeros + excluded.primeros,
          comprado = e.comprado + excluded.comprado)
    insert into estadistica_dia as e (empresa_id, ambiente, dia, tipo, clase, emitidos, importe, importe_compra)
    select empresa_id, ambiente, dia, tipo, clase, sum(emitidos), sum(importe), sum(importe_compra)
    from plegado group by 1, 2, 3, 4, 5 having sum(emitidos) <> 0 or sum(importe) <> 0 or sum(importe_compra) <> 0
    on conflict (empresa_id, dia, ambiente, tipo, clase) do update
      set emitidos = e.emitidos + excluded.emitidos, importe = e.importe + excluded.importe,
        importe_compra = e.importe_compra + excluded.importe_compra;
  end if;
  return null;
end $$;

-- The owner itself sees no rows of companies.
set local role timbre_system;
update estadistica set comprado = monto where tipo in (41, 43, 47);
update estadistica_dia set importe_compra = importe where tipo in (41, 43, 47);
update estadistica_cambio set comprado = monto, importe_compra = importe where tipo in (41, 43, 47);
-- Notes on purchases are few among the notes; their part is added as a change.
insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
  emitidos, importe, comprado, importe_compra)
select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, 0, 0, 0, 0, 0, 0, 0, sum(e.comprado), sum(e.importe_compra)
from documento d cross join lateral estadistica_de(d) e
where d.tipo in (33, 34) and e.importe_compra <> 0 group by 1, 2, 3, 4, 5;
reset role;

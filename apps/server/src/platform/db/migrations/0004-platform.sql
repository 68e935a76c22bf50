-- The platform: roles, configuration, requests, accesses, statistics kept by increments, and a record of the platform's own.

alter table usuario drop constraint usuario_rol_check;
update usuario set rol = 'administrador' where rol = 'empresa';
alter table usuario add constraint usuario_rol_check
  check (rol in ('root', 'administrador', 'facturador', 'contador', 'consulta'));

-- When the company's Secret Key was last shown to be known in this session: it may then ask for a change of environment.
alter table sesion add column secreto_validado timestamptz;

alter table empresa
  add column id_externo        text not null default '',
  add column campo_nombre_item text check (campo_nombre_item in ('NombreItem', 'DescripcionItem')),
  -- null: registered by itself, and nobody has approved it
  add column aprobada          timestamptz,
  add column secreto_hmac      bytea,
  add column secreto_ultimos   text,
  -- item of the menu → whether the company reaches it; an item without an entry is enabled
  add column accesos           jsonb not null default '{}',
  add column accesos_por       text,
  add column accesos_en        timestamptz;
update empresa set aprobada = creada;

create table logo (
  empresa_id uuid primary key references empresa,
  tipo       text not null check (tipo in ('image/png', 'image/jpeg', 'image/webp')),
  bytes      bytea not null,
  -- changes with every logo: part of its address
  version    text not null
);

-- What waits for the platform's administrator, and what became of it.
create table solicitud (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  tipo            text not null check (tipo in ('ambiente', 'registro')),
  ambiente_actual text not null,
  nuevo_ambiente  text not null,
  estado          text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada')),
  pedida_por      text not null,
  pedida          timestamptz not null,
  resuelta_por    text,
  resuelta        timestamptz,
  primary key (empresa_id, id)
);
create unique index solicitud_pendiente on solicitud (empresa_id, tipo) where estado = 'pendiente';
create unique index solicitud_id on solicitud (id);
create index solicitud_cola on solicitud (pedida) where estado = 'pendiente';

create table impuesto_externo (
  empresa_id          uuid not null references empresa,
  id_impuesto_externo text not null,
  descripcion         text not null,
  primary key (empresa_id, id_impuesto_externo)
);

create table fecha_vencimiento (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  serie      text not null check (serie in ('E', 'B')),
  tipo       text not null,
  fecha      date not null,
  activo     boolean not null,
  creada     timestamptz not null,
  primary key (empresa_id, id)
);
create unique index fecha_vencimiento_activa on fecha_vencimiento (empresa_id, serie, tipo, fecha) where activo;

-- One ledger of ranges: those of e-CF, and credit-note ranges of any other prefix (tipo 0), which nothing is issued from.
alter table secuencia
  add column prefijo     text not null default '',
  add column digitos     smallint not null default 10,
  add column descripcion text not null default '',
  add column activo      boolean not null default true,
  -- numbers up to this one were used before the company came, or elsewhere: no document here accounts for them
  add column ajenos      bigint not null default 0;
update secuencia set prefijo = 'E' || tipo;

-- Figures of Inicio: the state at the last folding, and what changed since. Nobody waits for anybody to count.
create table estadistica (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  tipo       smallint not null,
  ncf        bigint not null,
  aceptados  bigint not null,
  monto      numeric(20, 2) not null,
  primary key (empresa_id, ambiente, tipo)
);
create table estadistica_cambio (
  empresa_id uuid not null,
  orden      bigint generated always as identity,
  ambiente   text not null,
  tipo       smallint not null,
  ncf        integer not null,
  aceptados  integer not null,
  monto      numeric(20, 2) not null,
  primary key (empresa_id, orden)
);

-- The record of the platform itself is the chain of the nil id, which is no company.
alter table evento drop constraint evento_empresa_id_fkey;
alter table evento_cabeza drop constraint evento_cabeza_empresa_id_fkey;
-- What people did, apart from what became of documents.
create index evento_actos on evento (empresa_id, seq desc) where tipo not in ('documento', 'importacion', 'autoridad');

select isolate_by_empresa(t) from unnest(array['logo', 'solicitud', 'impuesto_externo', 'fecha_vencimiento', 'estadistica',
  'estadistica_cambio']::regclass[]) t;

-- What a document counts for: its number while it is used, its amount once the authority accepted it. A summary counts for
-- nothing: its e-CF does.
create function estadistica_de(d documento) returns table (ncf integer, aceptados integer, monto numeric)
language sql immutable as $$
  select 1, x.aceptado::integer, case when x.aceptado then coalesce(d.monto_total, 0) else 0 end
  from (select d.estado in ('aceptado', 'aceptado_condicional') as aceptado) x
  where d.ocupa_numero and not d.es_rfce
$$;

create function estadistica_cuenta() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto)
    select d.empresa_id, d.ambiente, d.tipo, sum(e.ncf), sum(e.aceptados), sum(e.monto)
    from despues d cross join lateral estadistica_de(d) e group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto)
    select d.empresa_id, d.ambiente, d.tipo, -sum(e.ncf), -sum(e.aceptados), -sum(e.monto)
    from antes d cross join lateral estadistica_de(d) e group by 1, 2, 3;
  else
    insert into estadistica_cambio (empresa_id, ambiente, tipo, ncf, aceptados, monto)
    select x.empresa_id, x.ambiente, x.tipo, sum(x.ncf), sum(x.aceptados), sum(x.monto) from (
      select d.empresa_id, d.ambiente, d.tipo, e.ncf, e.aceptados, e.monto
      from despues d cross join lateral estadistica_de(d) e
      union all
      select d.empresa_id, d.ambiente, d.tipo, -e.ncf, -e.aceptados, -e.monto
      from antes d cross join lateral estadistica_de(d) e) x
    group by 1, 2, 3 having sum(x.ncf) <> 0 or sum(x.aceptados) <> 0 or sum(x.monto) <> 0;
  end if;
  return null;
end $$;

-- Folds a company's changes into its figures, for one change in 512 by lot: a count of them would be one more row that all
-- emissions queue for. Nobody waits for a folding: it touches changes that are there for good, and only one is at it.
create function estadistica_pliega() returns trigger language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('estadistica ' || new.empresa_id, 0)) then
    with plegado as (delete from estadistica_cambio where empresa_id = new.empresa_id returning *)
    insert into estadistica as e (empresa_id, ambiente, tipo, ncf, aceptados, monto)
    select empresa_id, ambiente, tipo, sum(ncf), sum(aceptados), sum(monto) from plegado group by 1, 2, 3
    on conflict (empresa_id, ambiente, tipo) do update
      set ncf = e.ncf + excluded.ncf, aceptados = e.aceptados + excluded.aceptados, monto = e.monto + excluded.monto;
  end if;
  return null;
end $$;
create trigger estadistica_pliegue after insert on estadistica_cambio
  for each row when (random() < 1.0 / 512) execute function estadistica_pliega();

create trigger estadistica_alta after insert on documento referencing new table as despues
  for each statement execute function estadistica_cuenta();
create trigger estadistica_baja after delete on documento referencing old table as antes
  for each statement execute function estadistica_cuenta();
create trigger estadistica_cambio after update on documento referencing old table as antes new table as despues
  for each statement execute function estadistica_cuenta();

insert into estadistica (empresa_id, ambiente, tipo, ncf, aceptados, monto)
select d.empresa_id, d.ambiente, d.tipo, sum(e.ncf), sum(e.aceptados), sum(e.monto)
from documento d cross join lateral estadistica_de(d) e group by 1, 2, 3;

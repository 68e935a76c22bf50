-- What strangers may store: the bytes of claims that nobody has confirmed, of all companies, by day and network or signer, and of
-- each company (on the first day that there is).
create table recepcion_gasto (
  dia   date not null,
  clave text not null,
  bytes bigint not null,
  primary key (dia, clave)
);
-- The signers of each network of whom the DGII accepted a document.
create table recepcion_red_firmante (
  red    text not null,
  huella text not null,
  primary key (red, huella)
);
revoke all on recepcion_gasto, recepcion_red_firmante from timbre_app;

-- Adds bytes to the spending of some keys, or takes them back. Gives what each has spent then, and how many signers are known of a
-- network, at most twenty. Rows are locked in the order of their keys.
create function recepcion_gasta(dias date[], claves text[], cuantos bigint[])
returns table (clave text, bytes bigint, firmantes integer)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  with nuevo as (
    insert into recepcion_gasto as g (dia, clave, bytes)
    select u.dia, u.clave, greatest(sum(u.bytes), 0)::bigint from unnest(dias, claves, cuantos) as u (dia, clave, bytes)
    group by u.dia, u.clave order by u.dia, u.clave
    on conflict on constraint recepcion_gasto_pkey do update set bytes = greatest(g.bytes + (
      select sum(u.bytes)::bigint from unnest(dias, claves, cuantos) as u (dia, clave, bytes)
      where u.dia = g.dia and u.clave = g.clave), 0)
    returning g.clave, g.bytes)
  select n.clave, n.bytes, (select count(*)::integer from (
    select from recepcion_red_firmante f where 'red ' || f.red = n.clave limit 20) known)
  from nuevo n;
end $$;
revoke execute on function recepcion_gasta(date[], text[], bigint[]) from public;
grant execute on function recepcion_gasta(date[], text[], bigint[]) to timbre_app, timbre_system;
create index recepcion_red_firmante_clave on recepcion_red_firmante (('red ' || red));

create function recepcion_aprende(redes text[], huellas text[]) returns void
language sql security definer set search_path = public as $$
  insert into recepcion_red_firmante (red, huella)
  select distinct u.red, u.huella from unnest(redes, huellas) as u (red, huella) on conflict do nothing
$$;
revoke execute on function recepcion_aprende(text[], text[]) from public;
grant execute on function recepcion_aprende(text[], text[]) to timbre_app, timbre_system;

alter table recibido
  -- The network that it came from, while its bytes count as unconfirmed.
  add column red text,
  -- The DGII did not know it, and its bytes were removed.
  add column sin_bytes boolean not null default false;
create index recibido_desconocido on recibido (recibido)
  where not confirmado and estado_dgii = 'no_encontrado' and not sin_bytes;

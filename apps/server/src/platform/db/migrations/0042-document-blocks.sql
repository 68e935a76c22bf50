-- Searches and filters of the invoices skip the documents that cannot match. The listed documents of a company, in the order of
-- `orden`, are in blocks without gaps; the last block is open. `firma` has a bit for each piece of text and each trait that a
-- document of the block has (apps/server/src/comprobantes/blocks). Where it is null every search reads the documents.
create table documento_bloque (
  empresa_id    uuid not null references empresa,
  primero       bigint not null,
  ultimo        bigint not null,
  firma         bytea,
  emision_desde date,
  emision_hasta date,
  primary key (empresa_id, primero),
  check (primero <= ultimo)
);
select isolate_by_empresa('documento_bloque'::regclass);
create index documento_bloque_sin_firma on documento_bloque (empresa_id, primero) where firma is null;
-- Its bits are read one by one: a compressed signature would be unpacked for each.
alter table documento_bloque alter column firma set storage plain;

-- The owner itself sees no rows of companies.
set local role timbre_system;
insert into documento_bloque (empresa_id, primero, ultimo) select id, 0, 9223372036854775807 from empresa;
reset role;

create function bloque_abre() returns trigger language plpgsql as $$
begin
  insert into documento_bloque (empresa_id, primero, ultimo) values (new.id, 0, 9223372036854775807);
  return null;
end $$;
create trigger bloque_abre after insert on empresa for each row execute function bloque_abre();

-- A document that enters the list late, or changes after its verdict, is not in the signature of its block. The lock is shared
-- among such changes, and excludes a signature being made of what they change.
create function bloque_olvida() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('bloques ' || new.empresa_id, 0));
  update documento_bloque set firma = null
  where empresa_id = new.empresa_id and firma is not null and primero = (
    select primero from documento_bloque where empresa_id = new.empresa_id and primero <= new.orden
    order by primero desc limit 1);
  return null;
end $$;
create trigger bloque_olvida after update on documento for each row when (
  (old.xml_sha256 is null) <> (new.xml_sha256 is null)
  or old.resume_a is distinct from new.resume_a
  or (old.estado in ('aceptado', 'aceptado_condicional', 'rechazado')
    and (old.estado, old.tipo, old.ambiente, old.fecha_emision, old.encf, old.track_id, old.rnc_comprador, old.razon_comprador)
      is distinct from
      (new.estado, new.tipo, new.ambiente, new.fecha_emision, new.encf, new.track_id, new.rnc_comprador, new.razon_comprador)))
  execute function bloque_olvida();

create index documento_lista_monto on documento (empresa_id, monto_total, orden) where xml_sha256 is not null and resume_a is null;

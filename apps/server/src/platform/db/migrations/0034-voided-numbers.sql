-- Runs of numbers that a company voids: each is a signed ANECF. From the moment that it is stored no document may have its numbers.
create table anulacion (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  secuencia_id uuid not null,
  ambiente     text not null,
  rnc_emisor   text not null,
  tipo         smallint not null,
  desde        bigint not null check (desde >= 1),
  hasta        bigint not null check (hasta >= desde),
  cantidad     bigint not null check (cantidad = hasta - desde + 1),
  -- Type of annulment of the format 608.
  codigo_608   text not null check (codigo_608 ~ '^(0[1-9]|10)$'),
  -- pendiente: it will be sent. enviado: it left, and its answer is not known; it will be sent again. sin_confirmar: a refusal that
  -- does not say that nothing was voided. rechazado: nothing was voided, its numbers are free again.
  estado       text not null check (
    estado in ('pendiente', 'enviado', 'aceptado', 'aceptado_condicional', 'rechazado', 'sin_confirmar')),
  mensajes     jsonb not null default '[]',
  xml          text not null,
  xml_sha256   bytea not null,
  firmada      timestamptz not null,
  por          text not null,
  cambiada     timestamptz not null,
  -- Who said, with the authority's portal before them, what became of it.
  asentada_por text,
  primary key (empresa_id, id)
);
create index anulacion_numeros on anulacion (empresa_id, ambiente, rnc_emisor, tipo, desde) where estado <> 'rechazado';
create index anulacion_secuencia on anulacion (empresa_id, secuencia_id, id desc);
select isolate_by_empresa('anulacion');

-- Each try: stored before the bytes leave, completed with the answer.
create table anulacion_intento (
  empresa_id   uuid not null references empresa,
  anulacion_id uuid not null,
  numero       integer not null,
  iniciado     timestamptz not null,
  terminado    timestamptz,
  -- Null while it is under way, and of one that a crash ended.
  resultado    text check (resultado in ('respondida', 'no_enviada', 'desconocido')),
  respuesta    text,
  primary key (empresa_id, anulacion_id, numero)
);
select isolate_by_empresa('anulacion_intento');

-- A number is never both voided and of a document. Both sides lock its range first, so that each sees what the other stored.
create function anulacion_sin_usar() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.estado in ('aceptado', 'aceptado_condicional', 'rechazado') and new.estado is distinct from old.estado
      or (old.ambiente, old.rnc_emisor, old.tipo, old.desde, old.hasta) is distinct from
         (new.ambiente, new.rnc_emisor, new.tipo, new.desde, new.hasta) then
      raise exception 'An annulment that was decided, and the numbers of any, stay as they are' using errcode = '23514';
    end if;
    return new;
  end if;
  perform from secuencia s where s.empresa_id = new.empresa_id and s.ambiente = new.ambiente and s.tipo = new.tipo
    and s.desde <= new.hasta and s.hasta >= new.desde order by s.desde for update;
  if exists (select from documento d where d.empresa_id = new.empresa_id and d.ambiente = new.ambiente
      and d.rnc_emisor = new.rnc_emisor and d.tipo = new.tipo and d.numero between new.desde and new.hasta
      and d.xml_sha256 is not null)
    or exists (select from numero_conciliado n where n.empresa_id = new.empresa_id and n.ambiente = new.ambiente
      and n.rnc_emisor = new.rnc_emisor and n.tipo = new.tipo and n.numero between new.desde and new.hasta)
    or exists (select from anulacion a where a.empresa_id = new.empresa_id and a.ambiente = new.ambiente
      and a.rnc_emisor = new.rnc_emisor and a.tipo = new.tipo and a.desde <= new.hasta and a.hasta >= new.desde
      and a.estado <> 'rechazado') then
    raise exception 'Numbers that were used cannot be voided' using errcode = '23P01';
  end if;
  return new;
end $$;
create trigger anulacion_sin_usar before insert or update on anulacion
  for each row execute function anulacion_sin_usar();

create function documento_no_anulado() returns trigger language plpgsql as $$
begin
  perform from secuencia s where s.empresa_id = new.empresa_id and s.ambiente = new.ambiente and s.tipo = new.tipo
    and new.numero between s.desde and s.hasta for share;
  if exists (select from anulacion a where a.empresa_id = new.empresa_id and a.ambiente = new.ambiente
      and a.rnc_emisor = new.rnc_emisor and a.tipo = new.tipo and new.numero between a.desde and a.hasta
      and a.estado <> 'rechazado') then
    raise exception 'A voided number cannot be issued' using errcode = '23P01';
  end if;
  return new;
end $$;
create trigger documento_no_anulado before insert on documento
  for each row when (new.xml_sha256 is not null) execute function documento_no_anulado();
create trigger documento_no_anulado_al_firmar before update of xml_sha256, numero, tipo, ambiente, rnc_emisor on documento
  for each row when (new.xml_sha256 is not null and (old.xml_sha256 is null
    or (old.ambiente, old.rnc_emisor, old.tipo, old.numero) is distinct from (new.ambiente, new.rnc_emisor, new.tipo, new.numero)))
  execute function documento_no_anulado();

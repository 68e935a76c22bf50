-- What comes to the receiver is a claim of its signer. Several claims of one number stand side by side, each once by its bytes.
alter table recibido
  -- SHA-256 of the signer's certificate, hexadecimal; empty: it came before this was kept.
  add column firmante text not null default '',
  -- Its signer was known for the issuer when it came.
  add column creido boolean not null default false;

-- A claim is confirmed when the DGII accepted it; also one whose signer is known, and each one where the DGII cannot be asked
-- (certification), until the DGII says otherwise.
alter table recibido add column confirmado boolean not null generated always as (
  coalesce(estado_dgii in ('aceptado', 'aceptado_condicional'), false)
  or ((creido or ambiente = 'certecf') and (estado_dgii is null or estado_dgii not in ('rechazado', 'no_encontrado')))) stored;

drop index recibido_numero;
create unique index recibido_numero on recibido (empresa_id, ambiente, rnc_emisor, encf, xml_sha256);
create index recibido_confirmado on recibido (empresa_id, ambiente, rnc_emisor, encf) where confirmado;

-- Only what is confirmed is waited for by a person, or can be answered.
drop index recibido_sin_respuesta;
create index recibido_sin_respuesta on recibido (empresa_id, fecha_emision) where respuesta is null and confirmado;
drop index recibido_sin_confirmar;
create index recibido_sin_confirmar on recibido (empresa_id, fecha_emision)
  where not confirmado and estado_dgii is distinct from 'rechazado';

-- The reports also look at a document that is confirmed, or is no longer.
drop trigger recibido_por_leer_cambio on recibido;
create trigger recibido_por_leer_cambio after update on recibido for each row when (
  (old.ambiente, old.fecha_emision, old.xml_sha256, old.respuesta, old.estado_dgii, old.confirmado)
    is distinct from (new.ambiente, new.fecha_emision, new.xml_sha256, new.respuesta, new.estado_dgii, new.confirmado))
  execute function documento_por_leer('recibido');

-- Who may sign for a taxpayer, as the company learned it: the certificates of documents that the DGII accepted.
create table firmante (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  rnc        text not null,
  -- SHA-256 of the certificate, hexadecimal.
  huella     text not null,
  -- Tax id in the certificate.
  titular    text not null,
  desde      timestamptz not null,
  primary key (empresa_id, ambiente, rnc, huella)
);
select isolate_by_empresa('firmante');

-- The signed ARECF of a refusal: the same bytes have it again.
alter table recepcion_rechazada add column acuse text;

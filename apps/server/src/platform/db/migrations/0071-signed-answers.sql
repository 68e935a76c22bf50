-- A buyer's commercial answer is a claim of its signer, by whose certificate its places are counted (SHA-256, hexadecimal; empty: it
-- came before this was kept).
alter table aprobacion_recibida add column firmante text not null default '';
create index aprobacion_recibida_firmante on aprobacion_recibida (empresa_id, documento_id, firmante);

-- The warnings that were given, by mail and by webhook: each once for its channel, subject (certificate or range) and threshold.
alter table aviso_dado rename column aviso to umbral;
alter table aviso_dado add column canal text not null default 'webhook' check (canal in ('correo', 'webhook'));
alter table aviso_dado alter column canal drop default;
alter table aviso_dado drop constraint aviso_dado_pkey;
alter table aviso_dado add primary key (empresa_id, canal, sujeto, umbral);

-- The owner itself sees no rows of companies.
set local role timbre_system;
-- The days of a certificate were `certificado-30`.
update aviso_dado set umbral = substr(umbral, length('certificado-') + 1) where umbral like 'certificado-%';
-- The key of a warning by mail was its subject and its thresholds: `certificado ID 30`, `rango ID agotado vencido`.
insert into aviso_dado (empresa_id, canal, sujeto, umbral)
select distinct empresa_id, 'correo', split_part(clave, ' ', 2)::uuid, umbral
from correo_aviso, unnest((string_to_array(clave, ' '))[3:]) as umbral;
reset role;
drop table correo_aviso;

-- What an import waits for is looked at again when it changes, and a certification is stored once.

-- While a company has rows of imports that wait for a range, for another document or for its own data, each change of these
-- requests a job that judges the rows again, in its transaction.
alter table evento_cabeza add column revisa boolean not null default false;
-- The documents of the pilot's workbook stay in it, although another workbook brings the same ones.
alter table importacion add column de_piloto boolean not null default false;

set local role timbre_system;

update evento_cabeza c set revisa = true where exists (
  select from documento d where d.empresa_id = c.empresa_id and d.importacion_id is not null and d.xml_sha256 is null
    and d.errores <> '[]');

update importacion i set de_piloto = true where exists (
  select from piloto p where p.empresa_id = i.empresa_id and p.importacion_id = i.id);

-- Steps 2 to 4 of the DGII's process are steps 1 to 3 of the certification, which has them from now on.
insert into certificacion as c (empresa_id, ambiente, pasos, guardada)
select p.empresa_id, p.ambiente,
  jsonb_object_agg((k.numero::integer - 1)::text, jsonb_build_object('momento', k.momento, 'porPortal', true)), now()
from proceso p cross join lateral jsonb_each_text(p.pasos) as k (numero, momento)
where k.numero in ('2', '3', '4') group by p.empresa_id, p.ambiente
on conflict (empresa_id, ambiente) do update set pasos = excluded.pasos || c.pasos;
update proceso set pasos = pasos - '2' - '3' - '4';

reset role;

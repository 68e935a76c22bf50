-- Rows without faults are judged again too.

-- The workbook is a certification set of the DGII: its rows are judged without the data of the company.
alter table importacion add column de_set boolean not null default false;

set local role timbre_system;

update importacion i set de_set = true where not de_simulacion and exists (
  select from documento d where d.empresa_id = i.empresa_id and d.importacion_id = i.id and d.ambiente = 'certecf');

update evento_cabeza c set revisa = true where exists (
  select from documento d where d.empresa_id = c.empresa_id and d.importacion_id is not null and d.xml_sha256 is null);

reset role;

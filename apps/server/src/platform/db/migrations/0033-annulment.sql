-- The document that a note modifies, and whether the note annuls it (34 with CodigoModificacion 1). What is told of an
-- annulled document follows from its note; nothing is stored twice.
alter table documento
  add column modifica uuid,
  add column anula boolean not null default false;

update documento n set
  modifica = (
    select m.id from documento m
    where m.empresa_id = n.empresa_id and m.ambiente = n.ambiente and m.rnc_emisor = n.rnc_emisor and m.encf = n.espera_a
      and m.resume_a is null and m.xml_sha256 is not null
    order by m.ocupa_numero desc, m.orden desc limit 1),
  anula = n.tipo = 34 and n.xml like '%<CodigoModificacion>1</CodigoModificacion>%'
where n.espera_a is not null and n.xml_sha256 is not null and not n.es_rfce;

create index documento_modifica on documento (empresa_id, modifica) where modifica is not null;

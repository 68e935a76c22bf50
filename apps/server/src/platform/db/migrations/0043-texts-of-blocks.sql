-- A block has the texts of its documents, a line for each. They are true where `firma` is. A search reads them in place of the
-- documents, which are on many pages; they are kept apart from the row, so that the signatures stay close together.
alter table documento_bloque add column textos text;
alter table documento_bloque alter column textos set storage external;

-- The blocks of before are signed again.
set local role timbre_system;
update documento_bloque set firma = null where firma is not null;
reset role;
alter table documento_bloque add check (firma is null or textos is not null);

-- The invoices that a person looks for by their state are few; by amount they are found here.
create index documento_por_estado on documento (empresa_id, estado, monto_total, orden)
  where xml_sha256 is not null and resume_a is null and estado in ('rechazado', 'aceptado_condicional');

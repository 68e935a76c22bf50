-- Room beside each row for its next versions: a document, an attempt and a job change several times within seconds, and a
-- new version on the same page writes no index.
alter table documento set (fillfactor = 50);
alter table intento set (fillfactor = 60);
alter table trabajo set (fillfactor = 50);

-- Signed bytes are written once and hardly read: lz4, where the server has it, packs them at a tenth of the default's cost.
do $$
begin
  alter table documento alter column xml set compression lz4;
  alter table documento alter column arbol set compression lz4;
exception when feature_not_supported then null;
end $$;

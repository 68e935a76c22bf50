-- What a company says of the accounts of its books, each part as the JSON that its screen saves: the catalogue of accounts, the
-- mapping, the columns of the workbooks, the flexible mapping of a workbook. `version` increases with each change, so that of two
-- people who change the same part the second is told.
create table mapeo_parte (
  empresa_id uuid not null references empresa,
  parte      text not null check (parte in ('catalogo', 'mapeo', 'columnas', 'dinamico')),
  version    integer not null,
  contenido  text not null,
  por        text not null,
  modificado timestamptz not null,
  primary key (empresa_id, parte)
);
select isolate_by_empresa('mapeo_parte');

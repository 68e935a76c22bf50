-- The simulation of a company in a test environment. Its receipts are the documents of an import of its own, which no
-- workbook filled and the screen of workbooks does not show. `contadores`: by type, the highest number that it generated.
create table simulacion (
  empresa_id     uuid not null references empresa,
  ambiente       text not null,
  importacion_id uuid not null,
  contadores     jsonb not null default '{}',
  primary key (empresa_id, ambiente)
);
select isolate_by_empresa('simulacion');

alter table importacion add column de_simulacion boolean not null default false;

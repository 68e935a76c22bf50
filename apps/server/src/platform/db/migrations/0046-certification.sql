-- How far a company has come in the certification. `pasos`: by its number, each completed step with when it was completed
-- (`momento`) and whether a person said that the DGII had already approved it (`porPortal`).
create table certificacion (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  pasos      jsonb not null default '{}',
  guardada   timestamptz not null,
  completada timestamptz,
  primary key (empresa_id, ambiente)
);
select isolate_by_empresa('certificacion');

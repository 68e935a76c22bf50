-- The pilot of the certification: one workbook of e-CF and one of approvals for each environment of a company. `etapa`: what
-- the pilot does with it; `importacion_id`: the documents of the workbook of e-CF; `por` and `ip`: who had it sent.
create table piloto (
  empresa_id     uuid not null references empresa,
  ambiente       text not null,
  parte          text not null,
  id             uuid not null,
  importacion_id uuid,
  etapa          text not null,
  motivo         text,
  por            text,
  ip             text,
  cambiado       timestamptz not null,
  primary key (empresa_id, ambiente, parte)
);
select isolate_by_empresa('piloto');

-- The steps of the DGII's process that a person marked as done: by its number, the moment.
create table proceso (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  pasos      jsonb not null default '{}',
  primary key (empresa_id, ambiente)
);
select isolate_by_empresa('proceso');

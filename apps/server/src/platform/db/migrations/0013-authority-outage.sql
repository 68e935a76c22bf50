-- What of the authority does not answer, by environment: the row of service '' is its host, which is probed in turns by all
-- processes; the others are services that fail while the host answers.
create table autoridad_estado (
  ambiente  text not null check (ambiente in ('testecf', 'certecf', 'ecf')),
  servicio  text not null default '',
  -- tarda: calls wait and nothing is answered; caida: it does not answer. Null while it answers.
  fase      text check (fase in ('tarda', 'caida')),
  desde     timestamptz,
  motivo    text,
  -- Not before it is tried again.
  prueba_en timestamptz not null default now(),
  primary key (ambiente, servicio),
  check ((fase is null) = (desde is null))
);
revoke all on autoridad_estado from timbre_app;
insert into autoridad_estado (ambiente) values ('testecf'), ('certecf'), ('ecf');

-- What a job waits for beside its time: the environment whose recovery wakes it.
alter table trabajo add column espera text;
create index trabajo_espera on trabajo (espera) where espera is not null;

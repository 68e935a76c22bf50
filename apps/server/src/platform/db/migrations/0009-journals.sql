-- The issue journals, as far as this database was compared with each: a database that lost its last writes says so by
-- what they know and it does not. One row a process that issues.
create table diario (
  id     uuid primary key,
  -- the life of the database (since its server started) in which the journal was last compared with it; null while it was
  -- begun anew beside numbers already issued and neither another process nor a person has confirmed it
  vida   text,
  creado timestamptz not null default now(),
  visto  timestamptz not null default now()
);

-- The highest number of each series that some journal knew and this database did not, when they were compared.
create table numero_perdido (
  ambiente   text not null,
  rnc_emisor text not null,
  tipo       smallint not null,
  numero     bigint not null,
  en         timestamptz not null default now(),
  primary key (ambiente, rnc_emisor, tipo)
);

-- Of the platform: no company touches them.
revoke all on diario, numero_perdido from timbre_app;

-- A run over the documents of the accounting program, as the history lists it. `posicion`: where its next page begins, in the
-- words of the source, empty after the last one; it moves in the transaction that stores a page. `mapeo`: the mapping of accounts
-- that it works with, JSON, forgotten at its end.
create table ejecucion (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  orden            bigint generated always as identity,
  ambiente         text not null,
  tipo             text not null check (tipo in ('consolidado', '606', '607')),
  desde            date not null,
  hasta            date not null,
  estado           text not null check (estado in ('en_proceso', 'completado', 'error', 'cancelado')),
  posicion         text,
  procesados       integer not null default 0,
  omitidos         integer not null default 0,
  fallos           integer not null default 0,
  total            integer,
  -- Milliseconds for a document, by the last ones.
  ms_por_documento real,
  mapeo            text,
  mensaje          text not null,
  creado           timestamptz not null,
  por              text not null,
  ip               text not null,
  primary key (empresa_id, id)
);
create index ejecucion_historial on ejecucion (empresa_id, ambiente, orden desc);
-- One at a time.
create unique index ejecucion_en_proceso on ejecucion (empresa_id, ambiente) where estado = 'en_proceso';
select isolate_by_empresa('ejecucion');

-- The documents that a run could not read, in its order.
create table ejecucion_fallo (
  empresa_id   uuid not null references empresa,
  ejecucion_id uuid not null,
  numero       integer not null,
  entidad      text not null,
  documento    text not null,
  ncf          text,
  motivo       text not null,
  primary key (empresa_id, ejecucion_id, numero),
  foreign key (empresa_id, ejecucion_id) references ejecucion on delete cascade
);
select isolate_by_empresa('ejecucion_fallo');

-- Mail that leaves: written with its cause, delivered by a job. Without a company (of people alone, and of those who ask to register
-- one) its company is the platform's record.
create table correo (
  empresa_id   uuid not null,
  id           uuid not null,
  clase        text not null,
  para         text not null,
  -- who writes, beside the address of the server, and who is answered
  nombre       text not null default '',
  responder_a  text,
  asunto       text not null,
  -- The text (AES-256-GCM, AAD = company | id | correo), since it may hold a link; null once it was delivered.
  cuerpo       bytea,
  documento_id uuid,
  por          text,
  creado       timestamptz not null,
  estado       text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'guardado', 'fallido')),
  -- what the server of mail answered last
  detalle      text,
  terminado    timestamptz,
  primary key (empresa_id, id)
);
create index correo_documento on correo (empresa_id, documento_id, creado desc) where documento_id is not null;
create index correo_terminado on correo (terminado) where documento_id is null;
select isolate_by_empresa('correo'::regclass);

-- The subject and the text with which a company sends its documents.
create table correo_plantilla (
  empresa_id uuid primary key references empresa,
  asunto     text not null,
  cuerpo     text not null
);
select isolate_by_empresa('correo_plantilla'::regclass);

-- Of what the people of a company were warned: once of each thing.
create table correo_aviso (
  empresa_id uuid not null references empresa,
  clave      text not null,
  creado     timestamptz not null,
  primary key (empresa_id, clave)
);
select isolate_by_empresa('correo_aviso'::regclass);

-- Links to choose a password: used once, and until they expire.
create table enlace (
  hmac       bytea primary key,
  persona_id uuid not null references persona on delete cascade,
  creado     timestamptz not null,
  vence      timestamptz not null
);
create index enlace_persona on enlace (persona_id, creado);
revoke all on enlace from timbre_app;

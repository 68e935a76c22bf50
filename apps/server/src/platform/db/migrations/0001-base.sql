-- The ground: companies, people, keys, numbers, documents, work, events.
-- Every tenant table's key begins with empresa_id, so that the schema shards by tenant unchanged.
-- Written in the subset that PostgreSQL 15 and the embedded engine share.

create table empresa (
  id            uuid primary key,
  rnc           text not null unique,
  razon_social  text not null,
  direccion     text,
  ambiente      text not null default 'testecf' check (ambiente in ('testecf', 'certecf', 'ecf')),
  demo          boolean not null default false,
  -- data key of the company, wrapped by the master key that lives outside the database
  llave_envuelta bytea not null,
  creada        timestamptz not null default now()
);

create table usuario (
  id              uuid primary key,
  empresa_id      uuid references empresa,
  nombre_usuario  text not null,
  correo          text not null,
  contrasena_hash text not null,
  rol             text not null check (rol in ('root', 'empresa')),
  creado          timestamptz not null default now(),
  check ((rol = 'root') = (empresa_id is null))
);
create unique index usuario_nombre on usuario (lower(nombre_usuario));
create unique index usuario_correo on usuario (lower(correo));
create index usuario_empresa on usuario (empresa_id, creado);

-- A session key is known only by its HMAC.
create table sesion (
  id           uuid primary key,
  hmac         bytea not null unique,
  usuario_id   uuid not null references usuario on delete cascade,
  dispositivo  text not null,
  ip           text not null,
  creada       timestamptz not null,
  ultimo_uso   timestamptz not null,
  expira       timestamptz not null,
  revocada     timestamptz
);
create index sesion_usuario on sesion (usuario_id) where revocada is null;

-- Integration keys (X-API-KEY), known only by their HMAC.
create table clave_api (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  hmac        bytea not null unique,
  ultimos     text not null,
  creada      timestamptz not null,
  ultimo_uso  timestamptz,
  revocada    timestamptz,
  primary key (empresa_id, id)
);

-- The .p12's key and password are encrypted with the company's data key (AES-256-GCM, AAD = company | id | column).
create table certificado (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  archivo         text not null,
  p12_cifrado     bytea not null,
  clave_cifrada   bytea not null,
  llave_cifrada   bytea not null,
  certificado_der bytea not null,
  titular         text not null,
  id_titular      text,
  emisor          text not null,
  serie           text not null,
  huella          text not null,
  valido_desde    timestamptz not null,
  valido_hasta    timestamptz not null,
  activo          boolean not null,
  creado          timestamptz not null,
  primary key (empresa_id, id)
);
create unique index certificado_activo on certificado (empresa_id) where activo;

-- Authorised ranges. siguiente moves only with an emission that takes its number here.
create table secuencia (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  ambiente   text not null,
  tipo       smallint not null,
  desde      bigint not null check (desde >= 1),
  hasta      bigint not null check (hasta >= desde),
  siguiente  bigint not null check (siguiente >= desde and siguiente <= hasta + 1),
  vence      date,
  creada     timestamptz not null default now(),
  primary key (empresa_id, id)
);
create index secuencia_busqueda on secuencia (empresa_id, ambiente, tipo, desde);

create table importacion (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  archivo         text not null,
  contenido       bytea,
  estado          text not null check (estado in ('procesando', 'listo', 'error')),
  pasos           jsonb not null,
  errores         jsonb not null default '[]',
  avisos          jsonb not null default '[]',
  usuario_id      uuid,
  creada          timestamptz not null,
  primary key (empresa_id, id)
);
create index importacion_recientes on importacion (empresa_id, creada desc);

-- A document: an e-CF, or the summary (RFCE) of a consumer invoice below the threshold (resume_a = its e-CF).
create table documento (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  ambiente        text not null,
  rnc_emisor      text not null,
  tipo            smallint not null,
  -- 0 while the document has no eNCF that can be read
  numero          bigint not null,
  encf            text not null,
  es_rfce         boolean not null default false,
  resume_a        uuid,
  estado          text not null,
  -- the number is taken by this document: true from signing on, false again when rejected with secuenciaUtilizada = false
  ocupa_numero    boolean not null default false,
  -- null where a workbook's row has none that can be read
  fecha_emision   date,
  monto_total     numeric(18, 2),
  rnc_comprador   text,
  razon_comprador text,
  -- the tree as it came (JSON), until signed; then the exact signed bytes are the truth
  arbol           jsonb,
  -- the exact signed bytes and their hash; both null until the first signature
  xml             text,
  xml_sha256      bytea,
  -- what was asked for and is still to be done: sign, or sign and then send
  pedido          text check (pedido in ('firma', 'envio')),
  codigo_seguridad text,
  fecha_firma     text,
  certificado_id  uuid,
  track_id        text,
  -- signed again after a rejection: the attempts and trackIds of the signatures before do not count
  intento_base    integer not null default 0,
  tracks_previos  text[] not null default '{}',
  codigo          text,
  mensajes        jsonb not null default '[]',
  secuencia_utilizada boolean,
  errores         jsonb not null default '[]',
  -- eNCF that this note modifies, when it must be accepted first
  espera_a        text,
  importacion_id  uuid,
  fila            integer,
  origen          text not null check (origen in ('api', 'excel', 'pantalla')),
  creado          timestamptz not null,
  -- orders the lists and carries their cursor
  orden           bigint generated always as identity,
  primary key (empresa_id, id)
);
-- Nothing is ever issued twice.
create unique index documento_numero on documento (empresa_id, ambiente, rnc_emisor, encf, es_rfce) where ocupa_numero;
create index documento_encf on documento (empresa_id, ambiente, rnc_emisor, encf);
create index documento_tipo_numero on documento (empresa_id, ambiente, rnc_emisor, tipo, numero) where xml_sha256 is not null;
create index documento_lista on documento (empresa_id, orden desc) where xml_sha256 is not null and not es_rfce;
create index documento_lista_fecha on documento (empresa_id, fecha_emision, orden) where xml_sha256 is not null and not es_rfce;
create index documento_lista_encf on documento (empresa_id, encf) where xml_sha256 is not null and not es_rfce;
-- estado and track_id stay out of every index: a document changes them several times, and each change would write all indexes.
create index documento_importacion on documento (empresa_id, importacion_id, orden) where importacion_id is not null;
create index documento_resumen on documento (empresa_id, resume_a) where resume_a is not null;
create index documento_pedido on documento (empresa_id, importacion_id, orden) where pedido is not null;
create index documento_espera on documento (empresa_id, ambiente, espera_a) where espera_a is not null;

-- Each try at talking to the authority about a document, committed before the bytes leave.
create table intento (
  empresa_id   uuid not null,
  documento_id uuid not null,
  numero       integer not null,
  operacion    text not null check (operacion in ('envio', 'consulta', 'conciliacion')),
  ficha        bigint not null,
  iniciado     timestamptz not null,
  terminado    timestamptz,
  resultado    text,
  respuesta    text,
  primary key (empresa_id, documento_id, numero)
);

-- Numbers that the issue journal knows and the database had lost, with what the authority said of them.
create table numero_conciliado (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  rnc_emisor text not null,
  tipo       smallint not null,
  numero     bigint not null,
  estado     text not null,
  en         timestamptz not null,
  primary key (empresa_id, ambiente, rnc_emisor, tipo, numero)
);

-- Work to do: claimed with a lease and a fencing token (ficha), enqueued in the transaction that makes it necessary.
create table trabajo (
  id          uuid primary key,
  clase       text not null,
  empresa_id  uuid not null,
  sujeto      uuid not null,
  datos       jsonb not null default '{}',
  en          timestamptz not null,
  prioridad   smallint not null default 0,
  ficha       bigint not null default 0,
  reservado_hasta timestamptz,
  -- asked for again while it was being done
  repetir     boolean not null default false,
  intentos    integer not null default 0,
  ultimo_error text
);
-- The queue of each company by itself: a company with a long one does not keep another waiting.
create index trabajo_cola on trabajo (clase, empresa_id, prioridad desc, en);
create unique index trabajo_sujeto on trabajo (clase, empresa_id, sujeto);

-- What happened, hash-chained per company.
create table evento (
  empresa_id uuid not null references empresa,
  seq        bigint not null,
  tipo       text not null,
  sujeto     uuid,
  datos      jsonb not null,
  en         timestamptz not null,
  hash       bytea not null,
  primary key (empresa_id, seq)
);
create table evento_cabeza (
  empresa_id uuid primary key references empresa,
  seq        bigint not null,
  hash       bytea not null
);

create table idempotencia (
  empresa_id uuid not null references empresa,
  clave      text not null,
  huella     bytea not null,
  documento_id uuid not null,
  creada     timestamptz not null,
  primary key (empresa_id, clave)
);
create index idempotencia_antiguas on idempotencia (creada);

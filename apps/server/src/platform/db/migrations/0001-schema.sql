-- The whole schema of version 1.0.0, by subject: access, companies, people, receipts, figures, received receipts, reports,
-- accounting, certification, messages, jobs, events, taxpayers, and at the end the rights of the two roles.
-- The key of every table of a company begins with empresa_id, so that the schema can be sharded by company unchanged.
-- It uses only SQL that PostgreSQL 15 and the embedded engine share.

-- ── Access ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- All work is done by two roles, which migrate.ts creates: timbre_app sees the rows of one company (the one that the setting
-- app.empresa names), timbre_system sees all rows. Neither owns anything. Every table made here or later is open to both;
-- exceptions are at the end of this file.

grant usage on schema public to timbre_app, timbre_system;
alter default privileges in schema public grant select, insert, update, delete on tables to timbre_app, timbre_system;

-- Isolates a table with empresa_id. Each later migration that creates such a table calls it.
create function isolate_by_empresa(table_name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  execute format(
    'create policy empresa on %s to timbre_app using (empresa_id = nullif(current_setting(''app.empresa'', true), '''')::uuid)',
    table_name);
  execute format('create policy todas on %s to timbre_system using (true)', table_name);
end $$;
revoke execute on function isolate_by_empresa(regclass) from public;

-- ── Companies ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

create table empresa (
  id                uuid primary key,
  rnc               text not null unique,
  razon_social      text not null,
  ambiente          text not null default 'testecf' check (ambiente in ('testecf', 'certecf', 'ecf')),
  demo              boolean not null default false,
  -- The company's data key, encrypted with the master key, which is outside the database.
  llave_envuelta    bytea not null,
  creada            timestamptz not null default now(),
  id_externo        text not null default '',
  campo_nombre_item text check (campo_nombre_item in ('NombreItem', 'DescripcionItem')),
  -- The Secret Key: its HMAC and its last characters.
  secreto_hmac      bytea,
  secreto_ultimos   text,
  -- Item of the menu → whether the company may use it; an item without an entry is enabled.
  accesos           jsonb not null default '{}',
  accesos_por       text,
  accesos_en        timestamptz,
  -- What documents and rules need of a company besides its RNC and its name: `DatosEmpresa` of the contract.
  datos             jsonb not null default '{}'
);

create table logo (
  empresa_id uuid primary key references empresa,
  tipo       text not null check (tipo in ('image/png', 'image/jpeg', 'image/webp')),
  bytes      bytea not null,
  -- Part of the logo's address: each new logo has another.
  version    text not null
);

-- Requests of companies for another environment, pending and decided.
create table solicitud (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  ambiente_actual text not null,
  nuevo_ambiente  text not null,
  estado          text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada', 'retirada')),
  pedida_por      text not null,
  pedida          timestamptz not null,
  resuelta_por    text,
  resuelta        timestamptz,
  motivo          text,
  primary key (empresa_id, id)
);
create unique index solicitud_id on solicitud (id);
create index solicitud_cola on solicitud (pedida) where estado = 'pendiente';
create unique index solicitud_pendiente on solicitud (empresa_id) where estado = 'pendiente';
-- Decided requests are read by pages, the last decided first.
create index solicitud_decidida on solicitud (resuelta desc, id desc) where estado in ('aprobada', 'rechazada');

-- Integration keys (X-API-KEY). Only their HMAC is stored. alcances: what the key may be used for.
create table clave_api (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  hmac       bytea not null unique,
  ultimos    text not null,
  creada     timestamptz not null,
  ultimo_uso timestamptz,
  revocada   timestamptz,
  alcances   text[] not null default '{leer,emitir,recibir,reportes,configurar}',
  primary key (empresa_id, id)
);

-- The .p12, its password and its private key are encrypted with the company's data key (AES-256-GCM, AAD = company | id |
-- column).
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

-- Authorised ranges: those of e-CF, and ranges of credit notes of any other prefix (tipo 0), from which nothing is issued.
create table secuencia (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  ambiente    text not null,
  tipo        smallint not null,
  desde       bigint not null check (desde >= 1),
  hasta       bigint not null check (hasta >= desde),
  -- Changed only by an emission that takes its number here.
  siguiente   bigint not null check (siguiente >= desde and siguiente <= hasta + 1),
  vence       date,
  creada      timestamptz not null default now(),
  prefijo     text not null default '',
  digitos     smallint not null default 10,
  descripcion text not null default '',
  activo      boolean not null default true,
  -- Numbers up to this one were used elsewhere or before the company came: there is no document of them here.
  ajenos      bigint not null default 0,
  primary key (empresa_id, id)
);
create index secuencia_busqueda on secuencia (empresa_id, ambiente, tipo, desde);

create table fecha_vencimiento (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  serie      text not null check (serie in ('E', 'B')),
  tipo       text not null,
  fecha      date not null,
  activo     boolean not null,
  creada     timestamptz not null,
  primary key (empresa_id, id)
);
create unique index fecha_vencimiento_activa on fecha_vencimiento (empresa_id, serie, tipo, fecha) where activo;

create table impuesto_externo (
  empresa_id          uuid not null references empresa,
  id_impuesto_externo text not null,
  descripcion         text not null,
  primary key (empresa_id, id_impuesto_externo)
);

-- ── People ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A person, who may work for several companies.
create table persona (
  id                uuid primary key,
  -- In lower case; for the platform's administrator, the log-in name.
  correo            text not null unique,
  contrasena_hash   text not null,
  -- Refuses most wrong passwords without computing the slow hash. Null until the password is set or used again.
  contrasena_filtro bytea,
  -- The person chose it, and nobody else has known it.
  contrasena_propia boolean not null,
  es_root           boolean not null default false,
  creado            timestamptz not null default now(),
  -- The second factor (AES-256-GCM, AAD = platform or company | person | totp): the key of the application; the company whose
  -- data key encrypts it, or null for the platform's key; a key that is being set up; since when it is required; the time step
  -- of the last code used; the HMACs of the recovery codes that are left.
  totp_cifrado      bytea,
  totp_empresa      uuid,
  totp_pendiente    bytea,
  totp_desde        timestamptz,
  totp_paso         bigint,
  recuperacion      bytea[] not null default '{}',
  check ((totp_cifrado is null) = (totp_desde is null))
);

-- The role of a person in a company. Its id is the user's id of the contract.
create table membresia (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  persona_id       uuid not null references persona,
  nombre_usuario   text not null,
  rol              text not null check (rol in ('administrador', 'facturador', 'contador', 'consulta')),
  -- invitada: the person has not entered the code yet, and has no rights here.
  estado           text not null check (estado in ('activa', 'invitada')),
  invitacion_hmac  bytea,
  invitacion_vence timestamptz,
  creado           timestamptz not null default now(),
  ultimo_acceso    timestamptz,
  primary key (empresa_id, id),
  check ((invitacion_hmac is null) = (invitacion_vence is null)),
  check (estado = 'activa' or invitacion_hmac is not null)
);
create unique index membresia_id on membresia (id);
create unique index membresia_nombre on membresia (empresa_id, lower(nombre_usuario));
create unique index membresia_persona on membresia (empresa_id, persona_id);
create index membresia_de_persona on membresia (persona_id);
create index membresia_por_nombre on membresia (lower(nombre_usuario), creado, id);
create index membresia_por_antiguedad on membresia (empresa_id, creado, id);

-- Only the HMAC of a session key is stored.
create table sesion (
  id               uuid primary key,
  hmac             bytea not null unique,
  -- PostgreSQL 18 names this constraint; the name is that of databases of version 0.1.0.
  persona_id       uuid constraint sesion_usuario_id_not_null not null references persona on delete cascade,
  dispositivo      text not null,
  ip               text not null,
  creada           timestamptz not null,
  ultimo_uso       timestamptz not null,
  expira           timestamptz not null,
  revocada         timestamptz,
  -- When the Secret Key of the company was last verified in this session: only then may it ask for another environment.
  secreto_validado timestamptz,
  -- When the person last entered the password; null if the session was opened before this was stored.
  contrasena_dada  timestamptz,
  -- The company where it works; null for the platform's administrator.
  membresia_id     uuid references membresia (id) on delete cascade,
  -- When the person's previous session there began.
  acceso_anterior  timestamptz
);
create index sesion_persona on sesion (persona_id) where revocada is null;
create index sesion_membresia on sesion (membresia_id) where revocada is null;

-- Links to choose a password: each is used once, before it expires.
create table enlace (
  hmac       bytea primary key,
  persona_id uuid not null references persona on delete cascade,
  creado     timestamptz not null,
  vence      timestamptz not null
);
create index enlace_persona on enlace (persona_id, creado);

-- Requests to register a company. They have no empresa_id: the company does not exist yet.
create table registro (
  id                uuid primary key,
  rnc               text not null,
  razon_social      text not null,
  correo            text not null,
  -- Identifies the applicant who asks about the request; removed when the request is approved.
  contrasena_hash   text,
  contrasena_filtro bytea,
  -- The person whose password was entered with the request.
  persona_id        uuid references persona on delete set null,
  ip                text not null,
  estado            text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada', 'retirada')),
  motivo            text,
  pedida            timestamptz not null,
  resuelta_por      text,
  resuelta          timestamptz,
  -- Facts of the company that the applicant stated: copied to the company when the request is approved.
  datos             jsonb not null default '{}',
  check (estado <> 'rechazada' or motivo is not null),
  check (estado in ('aprobada', 'retirada') or contrasena_hash is not null)
);
create index registro_cola on registro (pedida) where estado = 'pendiente';
create index registro_rnc on registro (rnc, pedida);
create index registro_correo on registro (correo, pedida);
create index registro_persona on registro (persona_id);
create index registro_decidido on registro (resuelta desc, id desc) where estado in ('aprobada', 'rechazada');

-- Views of a list that a person saved in a company: the query string of its address, under a name.
create table vista (
  empresa_id     uuid not null,
  usuario_id     uuid not null,
  id             uuid not null,
  nombre         text not null check (length(nombre) between 1 and 40),
  busqueda       text not null check (length(busqueda) <= 1000),
  -- The list opens with this one.
  predeterminada boolean not null default false,
  creada         timestamptz not null,
  primary key (empresa_id, usuario_id, id),
  foreign key (empresa_id, usuario_id) references membresia on delete cascade
);
create unique index vista_nombre on vista (empresa_id, usuario_id, lower(nombre));
create unique index vista_predeterminada on vista (empresa_id, usuario_id) where predeterminada;

-- ── Receipts ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Imported workbooks. de_simulacion: no workbook was imported; it groups the receipts of a simulation, and is not listed.
create table importacion (
  empresa_id    uuid not null references empresa,
  id            uuid not null,
  archivo       text not null,
  contenido     bytea,
  estado        text not null check (estado in ('procesando', 'listo', 'error')),
  pasos         jsonb not null,
  errores       jsonb not null default '[]',
  avisos        jsonb not null default '[]',
  usuario_id    uuid,
  creada        timestamptz not null,
  de_simulacion boolean not null default false,
  primary key (empresa_id, id)
);
create index importacion_recientes on importacion (empresa_id, creada desc);

-- A document: an e-CF, or the summary (RFCE) of a consumer invoice below the threshold (resume_a: its e-CF, or null if the
-- invoice was signed elsewhere). A number belongs to the document that summarises nothing.
create table documento (
  empresa_id          uuid not null references empresa,
  id                  uuid not null,
  ambiente            text not null,
  rnc_emisor          text not null,
  tipo                smallint not null,
  -- 0 while the document has no readable eNCF.
  numero              bigint not null,
  encf                text not null,
  es_rfce             boolean not null default false,
  resume_a            uuid,
  estado              text not null,
  -- The document uses its number: true once signed, false again when rejected with secuenciaUtilizada = false.
  ocupa_numero        boolean not null default false,
  -- Null if the row of a workbook has no readable date.
  fecha_emision       date,
  monto_total         numeric(18, 2),
  rnc_comprador       text,
  razon_comprador     text,
  -- The input as JSON, until it is signed; from then on the signed bytes are the document.
  arbol               jsonb,
  -- The exact signed bytes and their hash; both null until the first signature.
  xml                 text,
  xml_sha256          bytea,
  -- What was requested and is not done yet: to sign it, or to sign and then send it.
  pedido              text check (pedido in ('firma', 'envio')),
  codigo_seguridad    text,
  fecha_firma         text,
  certificado_id      uuid,
  track_id            text,
  -- Signed again after a rejection: attempts up to this number, and these trackIds, belong to earlier signatures.
  intento_base        integer not null default 0,
  tracks_previos      text[] not null default '{}',
  codigo              text,
  mensajes            jsonb not null default '[]',
  secuencia_utilizada boolean,
  errores             jsonb not null default '[]',
  -- The eNCF that this note modifies, if it has to be accepted first.
  espera_a            text,
  importacion_id      uuid,
  fila                integer,
  -- firma: signed here for a caller that has not asked to send it yet.
  origen              text not null check (origen in ('api', 'excel', 'pantalla', 'firma')),
  creado              timestamptz not null,
  -- The order of the lists, and their cursor.
  orden               bigint generated always as identity,
  -- The person who recorded the verdict seen in the authority's portal; null if the authority itself answered.
  asentado_por        text,
  -- The document that a note modifies, and whether the note annuls it (34 with CodigoModificacion 1). Whether a document is
  -- annulled is derived from its notes.
  modifica            uuid,
  anula               boolean not null default false,
  primary key (empresa_id, id)
);
create index documento_encf on documento (empresa_id, ambiente, rnc_emisor, encf);
create index documento_tipo_numero on documento (empresa_id, ambiente, rnc_emisor, tipo, numero) where xml_sha256 is not null;
create index documento_importacion on documento (empresa_id, importacion_id, orden) where importacion_id is not null;
create index documento_resumen on documento (empresa_id, resume_a) where resume_a is not null;
create index documento_pedido on documento (empresa_id, importacion_id, orden) where pedido is not null;
create index documento_espera on documento (empresa_id, ambiente, espera_a) where espera_a is not null;
-- Nothing is issued twice.
create unique index documento_numero on documento (empresa_id, ambiente, rnc_emisor, encf)
  where ocupa_numero and resume_a is null;
create unique index documento_numero_resumen on documento (empresa_id, ambiente, rnc_emisor, encf)
  where ocupa_numero and resume_a is not null;
-- estado and track_id are in no index of all documents: a document changes them several times, and each change would write
-- every index.
create index documento_lista on documento (empresa_id, orden desc) where xml_sha256 is not null and resume_a is null;
create index documento_lista_fecha on documento (empresa_id, fecha_emision, orden)
  where xml_sha256 is not null and resume_a is null;
create index documento_lista_encf on documento (empresa_id, encf) where xml_sha256 is not null and resume_a is null;
create index documento_modifica on documento (empresa_id, modifica) where modifica is not null;
create index documento_lista_monto on documento (empresa_id, monto_total, orden) where xml_sha256 is not null and resume_a is null;
-- Documents in these two states are few, and people look for them by state.
create index documento_por_estado on documento (empresa_id, estado, monto_total, orden)
  where xml_sha256 is not null and resume_a is null and estado in ('rechazado', 'aceptado_condicional');

-- Each attempt to send a document or to ask about it, committed before the bytes leave. reenvio: the same bytes, posted again
-- after an unknown outcome that no service can tell.
create table intento (
  empresa_id   uuid not null,
  documento_id uuid not null,
  numero       integer not null,
  operacion    text not null check (operacion in ('envio', 'reenvio', 'consulta', 'conciliacion')),
  ficha        bigint not null,
  iniciado     timestamptz not null,
  terminado    timestamptz,
  resultado    text,
  respuesta    text,
  -- SHA-256 of the posted bytes (null in attempts made before it was stored), and the trackId that was answered.
  sha256       bytea,
  track_id     text,
  primary key (empresa_id, documento_id, numero)
);
-- Old attempts are found by when they began; they are stored in about that order.
create index intento_antiguos on intento using brin (iniciado);

-- Free space beside each row: a document and an attempt change several times within seconds, and a new version on the same page
-- writes no index.
alter table documento set (fillfactor = 50);
alter table intento set (fillfactor = 60);
-- Signed bytes are written once and seldom read: lz4, where the server has it, compresses at a tenth of the default's cost.
do $$
begin
  alter table documento alter column xml set compression lz4;
  alter table documento alter column arbol set compression lz4;
exception when feature_not_supported then null;
end $$;

-- Documents whose outcome is unknown, and since when. They are few; the trigger keeps this table, so that no index has the
-- state.
create table documento_sin_confirmar (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  desde        timestamptz not null default now(),
  primary key (empresa_id, documento_id)
);
create function sin_confirmar_anota() returns trigger language plpgsql as $$
begin
  if new.estado = 'sin_confirmar' then
    insert into documento_sin_confirmar (empresa_id, documento_id) values (new.empresa_id, new.id) on conflict do nothing;
  else
    delete from documento_sin_confirmar where empresa_id = new.empresa_id and documento_id = new.id;
  end if;
  return null;
end $$;
create trigger sin_confirmar_alta after insert on documento
  for each row when (new.estado = 'sin_confirmar') execute function sin_confirmar_anota();
create trigger sin_confirmar_cambio after update on documento
  for each row when ((old.estado = 'sin_confirmar') <> (new.estado = 'sin_confirmar')) execute function sin_confirmar_anota();

-- Updates the statistics of documents: the server's role owns no table.
create function analiza_documento() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze public.documento;
end $$;
revoke execute on function analiza_documento() from public;
grant execute on function analiza_documento() to timbre_system;

create table idempotencia (
  empresa_id   uuid not null references empresa,
  clave        text not null,
  huella       bytea not null,
  documento_id uuid not null,
  creada       timestamptz not null,
  primary key (empresa_id, clave)
);
create index idempotencia_antiguas on idempotencia (creada);

-- Searches and filters skip blocks of documents that cannot match. The listed documents of a company, in the order of `orden`,
-- are in blocks without gaps; the last block is open. `firma` has a bit for each piece of text and each property of the block's
-- documents (apps/server/src/domain/comprobantes/blocks); where it is null, every search reads the documents. `textos`: the
-- texts of the documents, a line each, valid while `firma` is there.
create table documento_bloque (
  empresa_id    uuid not null references empresa,
  primero       bigint not null,
  ultimo        bigint not null,
  firma         bytea,
  emision_desde date,
  emision_hasta date,
  textos        text,
  primary key (empresa_id, primero),
  check (primero <= ultimo),
  check (firma is null or textos is not null)
);
create index documento_bloque_sin_firma on documento_bloque (empresa_id, primero) where firma is null;
-- Bits are read one by one, which decompression would slow down; texts are stored apart, so that the signatures are close
-- together.
alter table documento_bloque alter column firma set storage plain;
alter table documento_bloque alter column textos set storage external;

create function bloque_abre() returns trigger language plpgsql as $$
begin
  insert into documento_bloque (empresa_id, primero, ultimo) values (new.id, 0, 9223372036854775807);
  return null;
end $$;
create trigger bloque_abre after insert on empresa for each row execute function bloque_abre();

-- A document that enters the list late, or changes after its verdict, is not in the signature of its block, which is removed.
-- The lock is shared among such changes, and excludes that a signature is made of what they change.
create function bloque_olvida() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('bloques ' || new.empresa_id, 0));
  update documento_bloque set firma = null
  where empresa_id = new.empresa_id and firma is not null and primero = (
    select primero from documento_bloque where empresa_id = new.empresa_id and primero <= new.orden
    order by primero desc limit 1);
  return null;
end $$;
create trigger bloque_olvida after update on documento for each row when (
  (old.xml_sha256 is null) <> (new.xml_sha256 is null)
  or old.resume_a is distinct from new.resume_a
  or (old.estado in ('aceptado', 'aceptado_condicional', 'rechazado')
    and (old.estado, old.tipo, old.ambiente, old.fecha_emision, old.encf, old.track_id, old.rnc_comprador, old.razon_comprador)
      is distinct from
      (new.estado, new.tipo, new.ambiente, new.fecha_emision, new.encf, new.track_id, new.rnc_comprador, new.razon_comprador)))
  execute function bloque_olvida();

-- The rehearsal of a document of an import: the answer of the built-in authority. Nothing is issued, and no other table
-- changes. The signed XML is not stored: signing again gives the same bytes.
create table ensayo (
  empresa_id          uuid not null references empresa,
  documento_id        uuid not null,
  importacion_id      uuid not null,
  -- What was requested and is not done yet.
  pedido              text check (pedido in ('firma', 'envio')),
  -- The order of sending: notes after their invoices. Null for a summary, which is sent with its invoice.
  turno               bigint,
  estado              text not null
    check (estado in ('pendiente', 'firmado', 'en_proceso', 'aceptado', 'aceptado_condicional', 'rechazado', 'error')),
  -- Whether signing leaves the signing date of the document as it is, and the date that it was signed with.
  conserva_fecha      boolean not null default false,
  fecha_firma         text,
  track_id            text,
  secuencia_utilizada boolean,
  mensajes            jsonb not null default '[]',
  errores             jsonb not null default '[]',
  cambiado            timestamptz not null,
  primary key (empresa_id, documento_id)
);
create index ensayo_importacion on ensayo (empresa_id, importacion_id, cambiado);
create index ensayo_pedido on ensayo (empresa_id, importacion_id, turno) where pedido is not null;
-- Old ones are deleted.
create index ensayo_antiguos on ensayo (cambiado);

-- Drafts of invoices.
create table borrador (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  version    integer not null,
  tipo       smallint not null,
  comprador  text not null,
  monto      numeric(18, 2) not null,
  documento  jsonb not null,
  por        text not null,
  modificado timestamptz not null,
  primary key (empresa_id, id)
);
create index borrador_modificado on borrador (empresa_id, modificado desc);

-- Buyers and products of issued documents, each as in the last document that has it. `orden` is that document's: reading a
-- document twice changes nothing.
create table comprador (
  empresa_id     uuid not null references empresa,
  identificacion text not null,
  extranjero     boolean not null,
  razon_social   text not null,
  correo         text not null,
  direccion      text not null,
  municipio      text not null,
  provincia      text not null,
  pais           text not null,
  -- Searched text: the name in lower case without accents, and the identification.
  busca          text not null,
  orden          bigint not null,
  primary key (empresa_id, identificacion)
);
create index comprador_orden on comprador (empresa_id, orden desc);
create table producto (
  empresa_id    uuid not null references empresa,
  nombre        text not null,
  descripcion   text not null,
  precio        text not null,
  unidad        text not null,
  facturacion   text not null,
  bien_servicio text not null,
  busca         text not null,
  orden         bigint not null,
  primary key (empresa_id, nombre)
);
create index producto_orden on producto (empresa_id, orden desc);
-- The last document of a company that was read into its buyers and products.
create table catalogo_lectura (
  empresa_id uuid primary key references empresa,
  orden      bigint not null,
  leido      timestamptz not null
);

-- The issue journals, as far as this database was compared with each: a journal reveals that the database lost its last writes.
-- One row for each process that issues.
create table diario (
  id     uuid primary key,
  -- The life of the database (since its server started) in which the journal was last compared with it. Null while the journal
  -- was begun again beside numbers already issued, and neither another process nor a person has confirmed it.
  vida   text,
  creado timestamptz not null default now(),
  visto  timestamptz not null default now()
);
-- The highest number of each series that a journal had and this database did not, when they were compared.
create table numero_perdido (
  ambiente   text not null,
  rnc_emisor text not null,
  tipo       smallint not null,
  numero     bigint not null,
  en         timestamptz not null default now(),
  primary key (ambiente, rnc_emisor, tipo)
);
-- Numbers that the journal had and the database had lost, with the authority's answer about each.
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

-- Ranges of numbers that a company voids: each is a signed ANECF. Once it is stored, no document may have its numbers.
create table anulacion (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  secuencia_id uuid not null,
  ambiente     text not null,
  rnc_emisor   text not null,
  tipo         smallint not null,
  desde        bigint not null check (desde >= 1),
  hasta        bigint not null check (hasta >= desde),
  cantidad     bigint not null check (cantidad = hasta - desde + 1),
  -- Type of annulment of the format 608.
  codigo_608   text not null check (codigo_608 ~ '^(0[1-9]|10)$'),
  -- pendiente: it will be sent. enviado: it was sent, without an answer so far; it will be sent again. sin_confirmar: a refusal
  -- that does not state that nothing was voided. rechazado: nothing was voided, its numbers are free again.
  estado       text not null check (
    estado in ('pendiente', 'enviado', 'aceptado', 'aceptado_condicional', 'rechazado', 'sin_confirmar')),
  mensajes     jsonb not null default '[]',
  xml          text not null,
  xml_sha256   bytea not null,
  firmada      timestamptz not null,
  por          text not null,
  cambiada     timestamptz not null,
  -- The person who recorded the outcome seen in the authority's portal.
  asentada_por text,
  primary key (empresa_id, id)
);
create index anulacion_numeros on anulacion (empresa_id, ambiente, rnc_emisor, tipo, desde) where estado <> 'rechazado';
create index anulacion_secuencia on anulacion (empresa_id, secuencia_id, id desc);
-- Each attempt: stored before the bytes leave, completed with the answer.
create table anulacion_intento (
  empresa_id   uuid not null references empresa,
  anulacion_id uuid not null,
  numero       integer not null,
  iniciado     timestamptz not null,
  terminado    timestamptz,
  -- Null while it is under way, and if a crash ended it.
  resultado    text check (resultado in ('respondida', 'no_enviada', 'desconocido')),
  respuesta    text,
  primary key (empresa_id, anulacion_id, numero)
);

-- A number is never both voided and used by a document. Both sides lock its range first, so that each sees the rows of the
-- other.
create function anulacion_sin_usar() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.estado in ('aceptado', 'aceptado_condicional', 'rechazado') and new.estado is distinct from old.estado
      or (old.ambiente, old.rnc_emisor, old.tipo, old.desde, old.hasta) is distinct from
         (new.ambiente, new.rnc_emisor, new.tipo, new.desde, new.hasta) then
      raise exception 'An annulment that was decided, and the numbers of any, stay as they are' using errcode = '23514';
    end if;
    return new;
  end if;
  perform from secuencia s where s.empresa_id = new.empresa_id and s.ambiente = new.ambiente and s.tipo = new.tipo
    and s.desde <= new.hasta and s.hasta >= new.desde order by s.desde for update;
  if exists (select from documento d where d.empresa_id = new.empresa_id and d.ambiente = new.ambiente
      and d.rnc_emisor = new.rnc_emisor and d.tipo = new.tipo and d.numero between new.desde and new.hasta
      and d.xml_sha256 is not null)
    or exists (select from numero_conciliado n where n.empresa_id = new.empresa_id and n.ambiente = new.ambiente
      and n.rnc_emisor = new.rnc_emisor and n.tipo = new.tipo and n.numero between new.desde and new.hasta)
    or exists (select from anulacion a where a.empresa_id = new.empresa_id and a.ambiente = new.ambiente
      and a.rnc_emisor = new.rnc_emisor and a.tipo = new.tipo and a.desde <= new.hasta and a.hasta >= new.desde
      and a.estado <> 'rechazado') then
    raise exception 'Numbers that were used cannot be voided' using errcode = '23P01';
  end if;
  return new;
end $$;
create trigger anulacion_sin_usar before insert or update on anulacion
  for each row execute function anulacion_sin_usar();

create function documento_no_anulado() returns trigger language plpgsql as $$
begin
  perform from secuencia s where s.empresa_id = new.empresa_id and s.ambiente = new.ambiente and s.tipo = new.tipo
    and new.numero between s.desde and s.hasta for share;
  if exists (select from anulacion a where a.empresa_id = new.empresa_id and a.ambiente = new.ambiente
      and a.rnc_emisor = new.rnc_emisor and a.tipo = new.tipo and new.numero between a.desde and a.hasta
      and a.estado <> 'rechazado') then
    raise exception 'A voided number cannot be issued' using errcode = '23P01';
  end if;
  return new;
end $$;
create trigger documento_no_anulado before insert on documento
  for each row when (new.xml_sha256 is not null) execute function documento_no_anulado();
create trigger documento_no_anulado_al_firmar before update of xml_sha256, numero, tipo, ambiente, rnc_emisor on documento
  for each row when (new.xml_sha256 is not null and (old.xml_sha256 is null
    or (old.ambiente, old.rnc_emisor, old.tipo, old.numero) is distinct from (new.ambiente, new.rnc_emisor, new.tipo, new.numero)))
  execute function documento_no_anulado();

-- Deliveries of accepted invoices to the addresses of their buyers, and the acknowledgements (ARECF) answered there.
create table entrega (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  estado       text not null check (estado in ('pendiente', 'entregada', 'rechazada', 'sin_direccion', 'sin_confirmar')),
  -- Counted before the bytes leave.
  intentos     integer not null default 0,
  -- An attempt may have arrived: it ended without an answer, or has not ended.
  dudosa       boolean not null default false,
  detalle      text,
  acuse        text,
  pedida       timestamptz not null,
  cambiada     timestamptz not null,
  -- Not requested by a person: it ends if the buyer has no address, and pauses for a receiver that fails.
  automatica   boolean not null default false,
  primary key (empresa_id, documento_id)
);
-- Companies whose accepted invoices are delivered automatically: a row while that is on.
create table entrega_automatica (
  empresa_id uuid not null references empresa,
  -- The last event whose invoices have their delivery.
  leido      bigint not null,
  desde      timestamptz not null,
  por        text not null,
  primary key (empresa_id)
);
-- Buyers to whom automatic deliveries pause: they have no address, or their receiver failed.
create table entrega_pausa (
  empresa_id    uuid not null references empresa,
  ambiente      text not null,
  rnc           text not null,
  sin_direccion boolean not null,
  -- Failures in a row, each after the previous pause.
  fallas        integer not null,
  hasta         timestamptz not null,
  primary key (empresa_id, ambiente, rnc)
);

-- ── Figures ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Totals kept by changes: triggers on documento add to estadistica_cambio, which is now and then folded into the two tables of
-- totals. A figure is the total plus the changes, so nobody waits for a count.

-- By type, for Inicio. comprado: the part of monto that is a purchase (41, 43, 47, and notes that modify them).
create table estadistica (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  tipo       smallint not null,
  ncf        bigint not null,
  aceptados  bigint not null,
  monto      numeric(20, 2) not null,
  rechazados bigint not null default 0,
  -- Accepted with their first signature.
  primeros   bigint not null default 0,
  comprado   numeric(20, 2) not null default 0,
  primary key (empresa_id, ambiente, tipo)
);
-- By day of emission, type and kind of state (`abierto` until the authority decides, then its verdict), for the list of
-- invoices.
create table estadistica_dia (
  empresa_id     uuid not null references empresa,
  ambiente       text not null,
  dia            date not null,
  tipo           smallint not null,
  clase          text not null,
  emitidos       bigint not null,
  importe        numeric(20, 2) not null,
  importe_compra numeric(20, 2) not null default 0,
  primary key (empresa_id, dia, ambiente, tipo, clase)
);
create table estadistica_cambio (
  empresa_id     uuid not null,
  orden          bigint generated always as identity,
  ambiente       text not null,
  tipo           smallint not null,
  ncf            integer not null,
  aceptados      integer not null,
  monto          numeric(20, 2) not null,
  rechazados     integer not null default 0,
  primeros       integer not null default 0,
  dia            date not null default '0001-01-01',
  clase          text not null default 'abierto',
  emitidos       integer not null default 0,
  importe        numeric(20, 2) not null default 0,
  comprado       numeric(20, 2) not null default 0,
  importe_compra numeric(20, 2) not null default 0,
  primary key (empresa_id, orden)
);

-- Whether a document is a purchase of the company that issues it.
create function es_compra(tipo integer, espera_a text, xml text) returns boolean language sql immutable as $$
  select case
    when tipo in (41, 43, 47) then true
    when tipo in (33, 34) then
      coalesce(left(coalesce(espera_a, substring(xml from '<NCFModificado>([^<]*)<')), 3)
        in ('E41', 'E43', 'E47', 'B11', 'B13', 'B17'), false)
    else false end
$$;

-- The figures of a document: its number while it is used, its amount once the authority accepted it, its verdict, and, once it
-- is signed, itself in the list; of both amounts, the part that is a purchase. A summary counts for nothing where its e-CF is
-- here.
create function estadistica_de(d documento)
returns table (ncf integer, aceptados integer, monto numeric, rechazados integer, primeros integer,
  dia date, clase text, emitidos integer, importe numeric, comprado numeric, importe_compra numeric)
language sql immutable as $$
  select d.ocupa_numero::integer, x.aceptado::integer, case when x.aceptado then x.total else 0 end,
    (d.estado = 'rechazado')::integer, (x.aceptado and d.intento_base = 0)::integer,
    coalesce(d.fecha_emision, date '0001-01-01'),
    case when x.aceptado or d.estado = 'rechazado' then d.estado else 'abierto' end,
    x.emitido::integer, case when x.emitido then x.total else 0 end,
    case when x.compra and x.aceptado then x.total else 0 end, case when x.compra and x.emitido then x.total else 0 end
  from (select d.estado in ('aceptado', 'aceptado_condicional') as aceptado, d.xml_sha256 is not null as emitido,
    coalesce(d.monto_total, 0) as total, es_compra(d.tipo, d.espera_a, d.xml) as compra) x
  where (d.ocupa_numero or d.estado = 'rechazado' or x.emitido) and d.resume_a is null
$$;

create function estadistica_cuenta() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe, comprado, importe_compra)
    select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, sum(e.ncf), sum(e.aceptados), sum(e.monto), sum(e.rechazados),
      sum(e.primeros), sum(e.emitidos), sum(e.importe), sum(e.comprado), sum(e.importe_compra)
    from despues d cross join lateral estadistica_de(d) e group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe, comprado, importe_compra)
    select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, -sum(e.ncf), -sum(e.aceptados), -sum(e.monto),
      -sum(e.rechazados), -sum(e.primeros), -sum(e.emitidos), -sum(e.importe), -sum(e.comprado), -sum(e.importe_compra)
    from antes d cross join lateral estadistica_de(d) e group by 1, 2, 3, 4, 5;
  else
    insert into estadistica_cambio (empresa_id, ambiente, tipo, dia, clase, ncf, aceptados, monto, rechazados, primeros,
      emitidos, importe, comprado, importe_compra)
    select x.empresa_id, x.ambiente, x.tipo, x.dia, x.clase, sum(x.ncf), sum(x.aceptados), sum(x.monto), sum(x.rechazados),
      sum(x.primeros), sum(x.emitidos), sum(x.importe), sum(x.comprado), sum(x.importe_compra)
    from (
      select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, e.ncf, e.aceptados, e.monto, e.rechazados, e.primeros,
        e.emitidos, e.importe, e.comprado, e.importe_compra
      from despues d cross join lateral estadistica_de(d) e
      union all
      select d.empresa_id, d.ambiente, d.tipo, e.dia, e.clase, -e.ncf, -e.aceptados, -e.monto, -e.rechazados, -e.primeros,
        -e.emitidos, -e.importe, -e.comprado, -e.importe_compra
      from antes d cross join lateral estadistica_de(d) e) x
    group by 1, 2, 3, 4, 5
    having sum(x.ncf) <> 0 or sum(x.aceptados) <> 0 or sum(x.monto) <> 0 or sum(x.rechazados) <> 0
      or sum(x.primeros) <> 0 or sum(x.emitidos) <> 0 or sum(x.importe) <> 0
      or sum(x.comprado) <> 0 or sum(x.importe_compra) <> 0;
  end if;
  return null;
end $$;
create trigger estadistica_alta after insert on documento referencing new table as despues
  for each statement execute function estadistica_cuenta();
create trigger estadistica_baja after delete on documento referencing old table as antes
  for each statement execute function estadistica_cuenta();
create trigger estadistica_cambio after update on documento referencing old table as antes new table as despues
  for each statement execute function estadistica_cuenta();

-- Folds the changes of a company into its totals, for one change in 512 by lot: a counter would be one more row that all
-- emissions queue for. Nothing waits for it: it touches committed changes only, and one transaction at a time does it.
create function estadistica_pliega() returns trigger language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('estadistica ' || new.empresa_id, 0)) then
    with plegado as (delete from estadistica_cambio where empresa_id = new.empresa_id returning *),
    totales as (
      insert into estadistica as e (empresa_id, ambiente, tipo, ncf, aceptados, monto, rechazados, primeros, comprado)
      select empresa_id, ambiente, tipo, sum(ncf), sum(aceptados), sum(monto), sum(rechazados), sum(primeros), sum(comprado)
      from plegado group by 1, 2, 3
      on conflict (empresa_id, ambiente, tipo) do update
        set ncf = e.ncf + excluded.ncf, aceptados = e.aceptados + excluded.aceptados, monto = e.monto + excluded.monto,
          rechazados = e.rechazados + excluded.rechazados, primeros = e.primeros + excluded.primeros,
          comprado = e.comprado + excluded.comprado)
    insert into estadistica_dia as e (empresa_id, ambiente, dia, tipo, clase, emitidos, importe, importe_compra)
    select empresa_id, ambiente, dia, tipo, clase, sum(emitidos), sum(importe), sum(importe_compra)
    from plegado group by 1, 2, 3, 4, 5 having sum(emitidos) <> 0 or sum(importe) <> 0 or sum(importe_compra) <> 0
    on conflict (empresa_id, dia, ambiente, tipo, clase) do update
      set emitidos = e.emitidos + excluded.emitidos, importe = e.importe + excluded.importe,
        importe_compra = e.importe_compra + excluded.importe_compra;
  end if;
  return null;
end $$;
create trigger estadistica_pliegue after insert on estadistica_cambio
  for each row when (random() < 1.0 / 512) execute function estadistica_pliega();

-- ── Received receipts ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- e-CF of other issuers addressed to a company: the bytes as they came, and the acknowledgement that was answered. Each is a
-- claim of its signer: several claims of one number are stored side by side, each once by its bytes.
create table recibido (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  orden            bigint generated always as identity,
  ambiente         text not null,
  rnc_emisor       text not null,
  razon_emisor     text not null,
  tipo             smallint not null,
  encf             text not null,
  fecha_emision    date not null,
  monto_total      numeric(18, 2) not null,
  total_itbis      numeric(18, 2) not null,
  codigo_seguridad text not null,
  fecha_firma      text not null,
  -- The address of its QR code, with the texts as they are in its XML.
  url_qr           text not null,
  -- Tax id in the signer's certificate.
  titular          text not null,
  xml              bytea not null,
  xml_sha256       bytea not null,
  -- The signed ARECF. Null while it came only as a file: then nobody was answered.
  acuse            text,
  via              text not null check (via in ('servicio', 'archivo')),
  recibido         timestamptz not null,
  -- The DGII's answer about it: null until it was asked.
  estado_dgii      text,
  consultado_dgii  timestamptz,
  -- The company's commercial answer.
  respuesta        text check (respuesta in ('aceptada', 'rechazada')),
  -- SHA-256 of the signer's certificate, hexadecimal; empty if it came before this was stored.
  firmante         text not null default '',
  -- When it came, its signer was known to sign for the issuer.
  creido           boolean not null default false,
  -- The DGII accepted it; or, until the DGII denies it, its signer is known, or the DGII cannot be asked (certification).
  confirmado       boolean not null generated always as (
    coalesce(estado_dgii in ('aceptado', 'aceptado_condicional'), false)
    or ((creido or ambiente = 'certecf') and (estado_dgii is null or estado_dgii not in ('rechazado', 'no_encontrado')))) stored,
  -- The network that it came from, while its bytes count as unconfirmed.
  red              text,
  -- The DGII did not know it, and its bytes were removed.
  sin_bytes        boolean not null default false,
  primary key (empresa_id, id)
);
create index recibido_orden on recibido (empresa_id, orden);
create index recibido_emision on recibido (empresa_id, fecha_emision, orden);
create index recibido_monto on recibido (empresa_id, monto_total, orden);
create index recibido_encf on recibido (empresa_id, encf, orden);
create unique index recibido_numero on recibido (empresa_id, ambiente, rnc_emisor, encf, xml_sha256);
create index recibido_confirmado on recibido (empresa_id, ambiente, rnc_emisor, encf) where confirmado;
-- Only confirmed ones wait for a person or can be answered. These are counted for every person who opens the platform.
create index recibido_sin_respuesta on recibido (empresa_id, fecha_emision) where respuesta is null and confirmado;
-- They are in no report, and are listed.
create index recibido_sin_confirmar on recibido (empresa_id, fecha_emision)
  where not confirmado and estado_dgii is distinct from 'rechazado';
create index recibido_desconocido on recibido (recibido)
  where not confirmado and estado_dgii = 'no_encontrado' and not sin_bytes;

-- Certificates that may sign for a taxpayer, learned by a company from documents that the DGII accepted.
create table firmante (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  rnc        text not null,
  -- SHA-256 of the certificate, hexadecimal.
  huella     text not null,
  -- Tax id in the certificate.
  titular    text not null,
  desde      timestamptz not null,
  primary key (empresa_id, ambiente, rnc, huella)
);

-- Documents that were not received, and why: the newest ones of each company.
create table recepcion_rechazada (
  empresa_id uuid not null references empresa,
  xml_sha256 bytea not null,
  motivo     smallint not null check (motivo between 1 and 4),
  detalle    text not null,
  rnc_emisor text not null,
  encf       text not null,
  via        text not null check (via in ('servicio', 'archivo')),
  direccion  text not null,
  veces      integer not null default 1,
  ultima     timestamptz not null,
  -- The signed ARECF of the refusal: the same bytes get it again.
  acuse      text,
  primary key (empresa_id, xml_sha256)
);
create index recepcion_rechazada_ultima on recepcion_rechazada (empresa_id, ultima);

-- Seeds of the receiver that were redeemed, until they expire: each can be used once.
create table receptor_semilla (
  marca bytea primary key,
  vence timestamptz not null
);
create index receptor_semilla_vence on receptor_semilla (vence);

-- Bytes of unconfirmed claims, of all companies, by day and network or signer, and by company (on the first day that there is).
create table recepcion_gasto (
  dia   date not null,
  clave text not null,
  bytes bigint not null,
  primary key (dia, clave)
);
-- Signers of each network with a document that the DGII accepted.
create table recepcion_red_firmante (
  red    text not null,
  huella text not null,
  primary key (red, huella)
);
create index recepcion_red_firmante_clave on recepcion_red_firmante (('red ' || red));

-- Adds bytes to the spending of some keys, or subtracts them. Returns the spending of each, and how many signers of a network
-- are known, at most twenty. Rows are locked in the order of their keys.
create function recepcion_gasta(dias date[], claves text[], cuantos bigint[])
returns table (clave text, bytes bigint, firmantes integer)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  with nuevo as (
    insert into recepcion_gasto as g (dia, clave, bytes)
    select u.dia, u.clave, greatest(sum(u.bytes), 0)::bigint from unnest(dias, claves, cuantos) as u (dia, clave, bytes)
    group by u.dia, u.clave order by u.dia, u.clave
    on conflict on constraint recepcion_gasto_pkey do update set bytes = greatest(g.bytes + (
      select sum(u.bytes)::bigint from unnest(dias, claves, cuantos) as u (dia, clave, bytes)
      where u.dia = g.dia and u.clave = g.clave), 0)
    returning g.clave, g.bytes)
  select n.clave, n.bytes, (select count(*)::integer from (
    select from recepcion_red_firmante f where 'red ' || f.red = n.clave limit 20) known)
  from nuevo n;
end $$;
revoke execute on function recepcion_gasta(date[], text[], bigint[]) from public;
grant execute on function recepcion_gasta(date[], text[], bigint[]) to timbre_app, timbre_system;

create function recepcion_aprende(redes text[], huellas text[]) returns void
language sql security definer set search_path = public as $$
  insert into recepcion_red_firmante (red, huella)
  select distinct u.red, u.huella from unnest(redes, huellas) as u (red, huella) on conflict do nothing
$$;
revoke execute on function recepcion_aprende(text[], text[]) from public;
grant execute on function recepcion_aprende(text[], text[]) to timbre_app, timbre_system;

-- The commercial answers (ACECF) of buyers to invoices of a company, as they came. Each is a claim of its signer, by whose
-- certificate its places are counted (firmante: SHA-256, hexadecimal; empty if it came before this was stored).
create table aprobacion_recibida (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  xml_sha256   bytea not null,
  aprobada     boolean not null,
  motivo       text,
  -- When the buyer decided, according to the answer.
  fecha_hora   text not null,
  -- Tax id in the signer's certificate.
  titular      text not null,
  xml          bytea not null,
  recibida     timestamptz not null,
  firmante     text not null default '',
  primary key (empresa_id, documento_id, xml_sha256)
);
create index aprobacion_recibida_firmante on aprobacion_recibida (empresa_id, documento_id, firmante);

-- The commercial answers of a company: signed once, sent to the issuer and to the DGII. An answer may be to an e-CF that is not
-- here (recibido_id null), as in the DGII's test set.
create table aprobacion_emitida (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  recibido_id uuid,
  aprobada    boolean not null,
  motivo      text,
  xml         text not null,
  firmada     timestamptz not null,
  por         text not null,
  ambiente    text not null,
  rnc_emisor  text not null,
  encf        text not null,
  primary key (empresa_id, id)
);
create index aprobacion_emitida_recibido on aprobacion_emitida (empresa_id, recibido_id, firmada);
create index aprobacion_emitida_ecf on aprobacion_emitida (empresa_id, ambiente, rnc_emisor, encf, firmada);
-- The destinations of an answer, and the state of each.
create table aprobacion_envio (
  empresa_id    uuid not null references empresa,
  aprobacion_id uuid not null,
  destino       text not null check (destino in ('dgii', 'emisor')),
  -- pendiente: it will be sent. sin_confirmar: an earlier attempt may have arrived, and a later one was refused.
  estado        text not null check (estado in ('pendiente', 'enviada', 'rechazada', 'sin_direccion', 'sin_confirmar')),
  detalle       text,
  cambiada      timestamptz not null,
  primary key (empresa_id, aprobacion_id, destino)
);
-- Each attempt: stored before the bytes leave, completed with the answer.
create table aprobacion_intento (
  empresa_id    uuid not null references empresa,
  aprobacion_id uuid not null,
  destino       text not null check (destino in ('dgii', 'emisor')),
  numero        integer not null,
  iniciado      timestamptz not null,
  terminado     timestamptz,
  -- Null while it is under way, and if a crash ended it.
  resultado     text check (resultado in ('enviada', 'rechazada', 'no_enviada', 'desconocido', 'sin_direccion')),
  respuesta     text,
  primary key (empresa_id, aprobacion_id, destino, numero)
);
-- Rows of workbooks of commercial answers, as in their cells. xml is there once signed, aprobacion_id once sent.
create table aprobacion_libro (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  orden           bigint generated always as identity,
  ambiente        text not null,
  fila            integer not null,
  rnc_emisor      text not null,
  encf            text not null,
  detalle         jsonb not null,
  errores         jsonb not null,
  xml             text,
  firmada         timestamptz,
  aprobacion_id   uuid,
  -- The result of its rehearsal, and the answer of the built-in authority. The XML signed for it is not stored.
  ensayo          text check (ensayo in ('firmada', 'aceptada', 'rechazada')),
  ensayo_detalle  text,
  ensayo_cambiado timestamptz,
  primary key (empresa_id, id),
  check ((xml is null) = (firmada is null)),
  check (aprobacion_id is null or xml is not null)
);
create index aprobacion_libro_orden on aprobacion_libro (empresa_id, ambiente, orden);
create unique index aprobacion_libro_ecf on aprobacion_libro (empresa_id, ambiente, rnc_emisor, encf) where errores = '[]';

-- ── Reports ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A receipt for the reports, read once from its XML, from paper or from the books, with the answers of people. sentido: a
-- purchase or a sale; emisor: the RNC of the issuer, which makes the number unique; fuente: the source that counts (documents,
-- then paper, then the books in QuickBooks); recibo and respuestas: JSON.
create table comprobante (
  empresa_id   uuid not null references empresa,
  ambiente     text not null,
  sentido      text not null check (sentido in ('compra', 'venta')),
  emisor       text not null,
  ncf          text not null,
  periodo      integer not null,
  fecha        date not null,
  nombre       text not null,
  fuente       text not null check (fuente in ('emitido', 'recibido', 'cargado', 'quickbooks')),
  documento_id uuid,
  recibo       text not null,
  respuestas   text not null default '{}',
  excluido     text,
  -- The version of the derivations that made its rows.
  derivado     smallint not null,
  cambiado     timestamptz not null,
  primary key (empresa_id, ambiente, sentido, emisor, ncf)
);
create index comprobante_documento on comprobante (empresa_id, documento_id) where documento_id is not null;
-- Those without rows, in the order in which a list shows them among the rows.
create index comprobante_excluido on comprobante (empresa_id, ambiente, sentido, periodo, fecha, ncf, emisor)
  where excluido is not null;
-- Those of a month, and among them the ones whose rows an older version made. Only for queries with `periodo > 0`: with few or
-- old statistics the planner looked up one receipt by its number along this index, reading all receipts of the company.
create index comprobante_periodo on comprobante (empresa_id, ambiente, sentido, periodo, derivado) where periodo > 0;

-- The rows of receipts in the reports. fila: JSON; linea: the line of the official TXT, null while something is missing;
-- destino: where a sale is reported. A purchase paid in a later month has two rows.
create table renglon (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  reporte    text not null check (reporte in ('606', '607', '609')),
  periodo    integer not null,
  fecha      date not null,
  ncf        text not null,
  emisor     text not null,
  momento    text not null check (momento in ('compra', 'pago')),
  destino    text not null check (destino in ('detalle', 'resumen', 'e-CF')),
  nota       boolean not null,
  subtotal   numeric(18, 2) not null,
  itbis      numeric(18, 2) not null,
  total      numeric(18, 2) not null,
  pendientes text[] not null default '{}',
  fila       text not null,
  linea      text,
  primary key (empresa_id, ambiente, reporte, emisor, ncf, momento)
);
create index renglon_pendiente on renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento)
  where pendientes <> '{}';
-- Later payments are few among the rows of a month.
create index renglon_pago on renglon (empresa_id, ambiente, reporte, periodo) where momento = 'pago';
-- The order in which rows are read and written. Only for queries with `periodo > 0`, as comprobante_periodo.
create index renglon_orden on renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento) where periodo > 0;

-- Updates the statistics of the two after many documents were read: the server's role owns no table.
create function analiza_renglones() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze public.comprobante;
  analyze public.renglon;
end $$;
revoke execute on function analiza_renglones() from public;
grant execute on function analiza_renglones() to timbre_system;

-- Documents that the reports have to read: a line for each change that concerns them, deleted once it was read. An issued
-- document when the DGII accepts it; a received one when it comes, when the DGII answers about it, when it is answered, and
-- when it is confirmed or no longer is. A line is never updated, so that a change during a reading leaves its line.
create table comprobante_por_leer (
  empresa_id   uuid not null references empresa,
  ambiente     text not null,
  fuente       text not null check (fuente in ('emitido', 'recibido')),
  fecha        date not null,
  orden        bigint generated always as identity,
  documento_id uuid not null,
  primary key (empresa_id, ambiente, fuente, fecha, orden)
);
create function documento_por_leer() returns trigger language plpgsql as $$
begin
  insert into comprobante_por_leer (empresa_id, ambiente, fuente, fecha, documento_id)
  values (new.empresa_id, new.ambiente, tg_argv[0], new.fecha_emision, new.id);
  return null;
end $$;
create trigger documento_por_leer_alta after insert on documento for each row when (
  new.estado in ('aceptado', 'aceptado_condicional') and new.fecha_emision is not null and new.xml_sha256 is not null
  and new.resume_a is null and not new.es_rfce)
  execute function documento_por_leer('emitido');
create trigger documento_por_leer_cambio after update on documento for each row when (
  new.estado in ('aceptado', 'aceptado_condicional') and new.fecha_emision is not null and new.xml_sha256 is not null
  and new.resume_a is null and not new.es_rfce
  and (old.estado not in ('aceptado', 'aceptado_condicional')
    or (old.ambiente, old.fecha_emision, old.xml_sha256, old.resume_a, old.es_rfce)
      is distinct from (new.ambiente, new.fecha_emision, new.xml_sha256, new.resume_a, new.es_rfce)))
  execute function documento_por_leer('emitido');
create trigger recibido_por_leer_alta after insert on recibido for each row execute function documento_por_leer('recibido');
create trigger recibido_por_leer_cambio after update on recibido for each row when (
  (old.ambiente, old.fecha_emision, old.xml_sha256, old.respuesta, old.estado_dgii, old.confirmado)
    is distinct from (new.ambiente, new.fecha_emision, new.xml_sha256, new.respuesta, new.estado_dgii, new.confirmado))
  execute function documento_por_leer('recibido');

-- Documents in which the reports can read nothing, by the version of the derivations that tried.
create table comprobante_ilegible (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  ambiente     text not null,
  fuente       text not null check (fuente in ('emitido', 'recibido')),
  fecha        date not null,
  emisor       text not null,
  ncf          text not null,
  derivado     smallint not null,
  primary key (empresa_id, documento_id)
);
create index comprobante_ilegible_fecha on comprobante_ilegible (empresa_id, ambiente, fecha);

-- The last answers for each supplier: JSON of the answers that repeat from receipt to receipt.
create table sugerencia (
  empresa_id uuid not null references empresa,
  emisor     text not null,
  respuestas text not null,
  cambiada   timestamptz not null,
  primary key (empresa_id, emisor)
);

-- A report as it was generated; totales, resumen and basado_en as in the contract; avisos: what it leaves out, in words.
create table reporte (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  orden      bigint generated always as identity,
  ambiente   text not null,
  tipo       text not null check (tipo in ('606', '607', '608', '609', 'it1')),
  desde      date not null,
  hasta      date not null,
  estado     text not null check (estado in ('generando', 'listo', 'error')),
  porcentaje smallint not null default 0,
  mensaje    text not null default '',
  totales    jsonb,
  resumen    jsonb,
  basado_en  jsonb,
  filas      integer not null default 0,
  creado     timestamptz not null,
  por        text not null,
  aceptacion text,
  presentado date,
  presento   text,
  avisos     text[] not null default '{}',
  primary key (empresa_id, id)
);
create index reporte_rango on reporte (empresa_id, ambiente, tipo, desde, hasta, orden desc);
create index reporte_historial on reporte (empresa_id, ambiente, tipo, orden desc);
-- Its rows, a number of them in each part: JSON, deflated.
create table reporte_parte (
  empresa_id uuid not null references empresa,
  reporte_id uuid not null,
  parte      integer not null,
  filas      bytea not null,
  primary key (empresa_id, reporte_id, parte),
  foreign key (empresa_id, reporte_id) references reporte on delete cascade
);

-- The boxes of the IT-1 of a month that a person filled: JSON.
create table it1_manual (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  periodo    integer not null,
  casillas   jsonb not null,
  primary key (empresa_id, ambiente, periodo)
);

-- The official tool of a format that the company uploaded, stored as .xlsm.
create table reporte_herramienta (
  empresa_id uuid not null references empresa,
  tipo       text not null check (tipo in ('606', '607')),
  nombre     text not null,
  contenido  bytea not null,
  subida     timestamptz not null,
  por        text not null,
  primary key (empresa_id, tipo)
);

-- Specific excise of a quarter (ISC), in RD$, as the platform's administrator read it in the DGII's resolution: per litre of
-- pure alcohol, and per packet of 20 and of 10 cigarettes. It belongs to no company; the program contains other quarters.
create table tasa_selectivo (
  trimestre     date primary key check (trimestre = date_trunc('quarter', trimestre)),
  alcohol       numeric(5, 2) not null check (alcohol > 0),
  cigarrillos20 numeric(5, 2) not null check (cigarrillos20 > 0),
  cigarrillos10 numeric(5, 2) not null check (cigarrillos10 > 0),
  resolucion    text not null,
  por           text not null,
  modificada    timestamptz not null
);

-- ── Accounting ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The connection of a company with QuickBooks Online.
create table quickbooks_conexion (
  empresa_id          uuid primary key references empresa,
  realm               text not null,
  nombre              text not null,
  conectado           timestamptz not null,
  por                 text not null,
  -- How often the tokens were renewed.
  vuelta              bigint not null,
  -- Encrypted: the tokens, and the refresh token that they came from.
  acceso              bytea not null,
  renovacion          bytea not null,
  renovacion_anterior bytea,
  acceso_hasta        timestamptz not null,
  -- The renewal that has begun with the refresh token, and until when no other begins.
  turno               uuid,
  turno_hasta         timestamptz,
  revisado            timestamptz,
  -- Why QuickBooks does not accept the tokens; null while it does.
  rechazo             text
);
-- Authorisations that were begun: the state is stored as its keyed digest.
create table quickbooks_inicio (
  empresa_id uuid not null references empresa,
  estado     bytea not null,
  sesion_id  uuid not null,
  regreso    text not null,
  creado     timestamptz not null,
  primary key (empresa_id, estado)
);

-- The documents of the books. estado: `recibo`, it makes a receipt (a better source may have its number too); `falla`, it
-- cannot be reported as it is; `omitido`, it is not for the reports; `espera`, a month that it would change was filed;
-- `borrado`, it is no longer in QuickBooks. fecha: 0001-01-01 where it has none. registro: JSON, the record of the
-- specification. huella: changes with the document.
create table quickbooks_documento (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  realm      text not null,
  entidad    text not null check (entidad in ('Bill', 'Purchase', 'VendorCredit', 'Invoice', 'SalesReceipt', 'CreditMemo')),
  qb_id      text not null,
  estado     text not null check (estado in ('recibo', 'falla', 'omitido', 'espera', 'borrado')),
  sentido    text not null check (sentido in ('compra', 'venta')),
  fecha      date not null,
  emisor     text,
  ncf        text,
  rnc        text not null default '',
  monto      numeric(18, 2) not null default 0,
  itbis      numeric(18, 2) not null default 0,
  codigo     text,
  motivo     text,
  huella     text not null default '',
  registro   text,
  visto      timestamptz not null,
  primary key (empresa_id, ambiente, realm, entidad, qb_id)
);
create index quickbooks_documento_ncf on quickbooks_documento (empresa_id, ambiente, sentido, ncf, emisor) where ncf is not null;
-- The failures in the order of a list.
create index quickbooks_documento_falla on quickbooks_documento (empresa_id, ambiente, fecha, entidad, qb_id)
  where estado in ('falla', 'espera', 'borrado');
-- Only for queries with `fecha >=`: without statistics the planner preferred it to the primary key for look-ups by id, reading
-- all documents of the company for each.
create index quickbooks_documento_fecha on quickbooks_documento (empresa_id, ambiente, sentido, fecha, ncf)
  where fecha >= '0001-01-01';

-- The mapping of a company's accounts, each part as the JSON that its screen saves: the catalogue of accounts, the mapping, the
-- columns of the workbooks, the flexible mapping of a workbook. version increases with each change: of two people who change a
-- part, the second is refused.
create table mapeo_parte (
  empresa_id uuid not null references empresa,
  parte      text not null check (parte in ('catalogo', 'mapeo', 'columnas', 'dinamico')),
  version    integer not null,
  contenido  text not null,
  por        text not null,
  modificado timestamptz not null,
  primary key (empresa_id, parte)
);

-- A run over the documents of the accounting program. posicion: where its next page begins, as the source writes it, empty
-- after the last one; it changes in the transaction that stores a page. mapeo: the mapping of accounts of the run, JSON,
-- removed at its end. avisos: what it leaves out, in words.
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
  -- The company in QuickBooks that it reads, and whether it may change reports that were filed.
  realm            text not null default '',
  presentados      boolean not null default false,
  avisos           text[] not null default '{}',
  primary key (empresa_id, id)
);
create index ejecucion_historial on ejecucion (empresa_id, ambiente, orden desc);
-- One at a time.
create unique index ejecucion_en_proceso on ejecucion (empresa_id, ambiente) where estado = 'en_proceso';
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

-- ── Certification ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The steps that a company completed. pasos: by number, when it was completed (`momento`) and whether a person stated that the
-- DGII had already approved it (`porPortal`).
create table certificacion (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  pasos      jsonb not null default '{}',
  guardada   timestamptz not null,
  completada timestamptz,
  primary key (empresa_id, ambiente)
);
-- The steps of the DGII's own process that a person marked as done: by number, the moment.
create table proceso (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  pasos      jsonb not null default '{}',
  primary key (empresa_id, ambiente)
);
-- The pilot: one workbook of e-CF and one of commercial answers for each environment of a company. etapa: what the pilot does
-- with it; importacion_id: the documents of the workbook of e-CF; por and ip: the person who had it sent.
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
-- The simulation in a test environment. Its receipts are the documents of an import of its own. contadores: by type, the
-- highest number that it generated.
create table simulacion (
  empresa_id     uuid not null references empresa,
  ambiente       text not null,
  importacion_id uuid not null,
  contadores     jsonb not null default '{}',
  primary key (empresa_id, ambiente)
);

-- ── Messages ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Outgoing mail: written in the transaction of its cause, delivered by a job. Mail without a company (to people, and to those
-- who ask to register one) has the nil id of the platform's record as its company.
create table correo (
  empresa_id   uuid not null,
  id           uuid not null,
  clase        text not null,
  para         text not null,
  -- The sender's name beside the server's address, and the address for replies.
  nombre       text not null default '',
  responder_a  text,
  asunto       text not null,
  -- The text, encrypted because it may have a link (AES-256-GCM, AAD = company | id | correo); null once it was delivered.
  cuerpo       bytea,
  documento_id uuid,
  por          text,
  creado       timestamptz not null,
  estado       text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'guardado', 'fallido')),
  -- The last answer of the mail server.
  detalle      text,
  terminado    timestamptz,
  primary key (empresa_id, id)
);
create index correo_documento on correo (empresa_id, documento_id, creado desc) where documento_id is not null;
create index correo_terminado on correo (terminado) where documento_id is null;
-- The addresses to which people of a company sent documents: an integration key may write its own text only to these.
create index correo_para on correo (empresa_id, lower(para)) where documento_id is not null;
-- The subject and the text with which a company sends its documents.
create table correo_plantilla (
  empresa_id uuid primary key references empresa,
  asunto     text not null,
  cuerpo     text not null
);

-- Addresses that receive the events of a company.
create table webhook (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  url              text not null,
  descripcion      text not null,
  eventos          text[] not null default '{}',
  activo           boolean not null,
  -- Encrypted.
  secreto          bytea not null,
  secreto_anterior bytea,
  anterior_hasta   timestamptz,
  -- The last event for which deliveries were made.
  leido            bigint not null,
  falla_desde      timestamptz,
  -- After a call without an answer, nothing is sent before this.
  pausa_hasta      timestamptz,
  desactivado      timestamptz,
  creado           timestamptz not null,
  primary key (empresa_id, id)
);
create table webhook_entrega (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  webhook_id uuid not null,
  -- The event; null for a test.
  seq        bigint,
  tipo       text not null,
  cuerpo     text not null,
  estado     text not null check (estado in ('pendiente', 'entregada', 'fallida')),
  creada     timestamptz not null,
  -- When it is tried next, null once it has ended, and until when.
  proximo    timestamptz,
  vence      timestamptz not null,
  -- All attempts, and those since it was last requested.
  intentos   integer not null default 0,
  seguidos   integer not null default 0,
  historial  jsonb not null default '[]',
  respuesta  text,
  primary key (empresa_id, id),
  unique (empresa_id, webhook_id, seq)
);
create index webhook_entrega_pendiente on webhook_entrega (empresa_id, webhook_id, proximo) where estado = 'pendiente';
create index webhook_entrega_de on webhook_entrega (empresa_id, webhook_id, id desc);

-- Warnings that were sent, by mail or webhook: each once for its channel, subject (certificate or range) and threshold.
create table aviso_dado (
  empresa_id uuid not null references empresa,
  sujeto     uuid not null,
  -- As sesion_usuario_id_not_null.
  umbral     text constraint aviso_dado_aviso_not_null not null,
  canal      text not null check (canal in ('correo', 'webhook')),
  primary key (empresa_id, canal, sujeto, umbral)
);

-- ── Jobs ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A job: claimed with a lease and a fencing token (ficha), enqueued in the transaction that makes it necessary.
create table trabajo (
  id              uuid primary key,
  clase           text not null,
  empresa_id      uuid not null,
  sujeto          uuid not null,
  datos           jsonb not null default '{}',
  en              timestamptz not null,
  prioridad       smallint not null default 0,
  ficha           bigint not null default 0,
  reservado_hasta timestamptz,
  -- It was requested again while it was running.
  repetir         boolean not null default false,
  intentos        integer not null default 0,
  ultimo_error    text,
  -- The environment whose recovery wakes it, besides its time.
  espera          text
) with (fillfactor = 50);
-- Each company has its own queue: a long one does not delay the others.
create index trabajo_cola on trabajo (clase, empresa_id, prioridad desc, en);
create unique index trabajo_sujeto on trabajo (clase, empresa_id, sujeto);
create index trabajo_espera on trabajo (espera) where espera is not null;

-- The state of the authority, by environment: the row of service '' is its host, which all processes probe in turns; the others
-- are services that fail while the host answers.
create table autoridad_estado (
  ambiente  text not null check (ambiente in ('testecf', 'certecf', 'ecf')),
  servicio  text not null default '',
  -- tarda: calls wait and nothing is answered; caida: it does not answer. Null while it answers.
  fase      text check (fase in ('tarda', 'caida')),
  desde     timestamptz,
  motivo    text,
  -- It is not tried before this.
  prueba_en timestamptz not null default now(),
  primary key (ambiente, servicio),
  check ((fase is null) = (desde is null))
);
insert into autoridad_estado (ambiente) values ('testecf'), ('certecf'), ('ecf');

-- ── Events ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The record of a company: hash-chained events. The record of the platform itself has the nil id, which is no company. numero:
-- the number shown to people; acts of people and movements of documents are counted apart, without gaps, and notices that only
-- refresh screens (configuracion) have none.
create table evento (
  empresa_id uuid not null,
  seq        bigint not null,
  tipo       text not null,
  sujeto     uuid,
  datos      jsonb not null,
  en         timestamptz not null,
  hash       bytea not null,
  numero     bigint,
  primary key (empresa_id, seq)
);
-- Acts of people, without movements of documents.
create index evento_actos on evento (empresa_id, seq desc) where tipo not in ('documento', 'importacion', 'autoridad');

-- The end of each record. Events after llave_desde are sealed with the company's key, those before it by their hash alone.
-- sello: the seal of the end, missing until the first event that has a key. seguida, reparte: each event requests a job for
-- webhooks, each change of a document one for automatic deliveries, in its transaction.
create table evento_cabeza (
  empresa_id  uuid primary key,
  seq         bigint not null,
  hash        bytea not null,
  llave_desde bigint not null default 0,
  sello       bytea,
  actos       bigint not null default 0,
  movimientos bigint not null default 0,
  seguida     boolean not null default false,
  reparte     boolean not null default false
);

-- The platform's secret, encrypted with the master key: the keys that seal the records, and the key that signs their ends, are
-- derived from it.
create table llave_plataforma (
  id       smallint primary key default 1 check (id = 1),
  envuelta bytea not null
);

-- ── Taxpayers ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- The DGII's register of taxpayers: public data of no company. Two tables alternate: one is read while the other is filled, and
-- the update of one row makes the new register the one that is read.
create table contribuyente_0 (
  rnc              text collate "C" primary key,
  nombre           text not null,
  nombre_comercial text not null,
  actividad        text not null,
  inicio           date,
  estado           text not null,
  regimen          text not null,
  activo           boolean not null,
  -- The name as it is searched: its words in lower case without accents, between blanks.
  busca            text collate "C" not null,
  -- The words of the name and of the trade name.
  palabras         tsvector not null
);
create table contribuyente_1 (like contribuyente_0 including all);

-- The register that is read: none while tabla is null.
create table contribuyente_registro (
  id         boolean primary key default true check (id),
  tabla      smallint check (tabla in (0, 1)),
  archivo    text,
  importado  timestamptz,
  filas      integer not null default 0,
  rechazadas integer not null default 0,
  repetidas  integer not null default 0,
  -- The first refused lines, each with its reason.
  motivos    jsonb not null default '[]',
  -- Prefixes of words that very many names have, with their counts: a search does not begin with these.
  comunes    jsonb not null default '{}'
);
insert into contribuyente_registro default values;

-- The import that is under way, or the last one that failed. It is apart from the register because every stored part changes
-- it.
create table contribuyente_importacion (
  id       boolean primary key default true check (id),
  -- The import: the same after a restart. Null when there is none.
  sujeto   uuid,
  -- The run that may write; one that was overtaken may not. Null while the file waits.
  ficha    uuid,
  latido   timestamptz,
  archivo  text,
  leidos   bigint not null default 0,
  total    bigint not null default 0,
  filas    integer not null default 0,
  fase     text check (fase in ('en_espera', 'leyendo', 'ordenando')),
  fallo    text,
  fallo_en timestamptz
);
insert into contribuyente_importacion default values;

-- The uploaded file, until it was imported. Another may be uploaded before the job of the previous one has ended.
create table contribuyente_archivo (
  sujeto    uuid not null,
  parte     integer not null,
  contenido bytea not null,
  primary key (sujeto, parte)
);

-- These two do what only the owner of the tables may: the server's role owns no table.
create function contribuyente_vacia(tabla smallint) returns void language plpgsql security definer set search_path = public as $$
begin
  if tabla not in (0, 1) then raise exception 'no such table'; end if;
  execute format('drop index if exists contribuyente_%1$s_nombre, contribuyente_%1$s_palabras', tabla);
  execute format('truncate contribuyente_%s', tabla);
end $$;
-- The indexes are made once the table is full, in a fraction of the time of maintaining them meanwhile.
create function contribuyente_ordena(tabla smallint) returns void language plpgsql security definer set search_path = public as $$
begin
  if tabla not in (0, 1) then raise exception 'no such table'; end if;
  execute format('create index contribuyente_%1$s_nombre on contribuyente_%1$s (activo, busca)', tabla);
  execute format('create index contribuyente_%1$s_palabras on contribuyente_%1$s using gin (palabras) with (fastupdate = off)', tabla);
  execute format('analyze contribuyente_%s', tabla);
end $$;
revoke execute on function contribuyente_vacia(smallint), contribuyente_ordena(smallint) from public;
grant execute on function contribuyente_vacia(smallint), contribuyente_ordena(smallint) to timbre_system;

-- ── Rights ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- Every table with empresa_id.
select isolate_by_empresa(c.oid::regclass)
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id' and not a.attisdropped
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace;

-- A company sees its own row.
alter table empresa enable row level security;
alter table empresa force row level security;
create policy empresa on empresa to timbre_app using (id = nullif(current_setting('app.empresa', true), '')::uuid);
create policy todas on empresa to timbre_system using (true);

-- Of its own people a company sees their e-mail and whether they have a second factor; of other people, nothing. It does not
-- write memberships: a row there makes a person's e-mail visible.
alter table persona enable row level security;
alter table persona force row level security;
create policy empresa on persona for select to timbre_app
  using (exists (select from membresia m where m.persona_id = persona.id));
create policy todas on persona to timbre_system using (true);
revoke all on persona from timbre_app;
grant select (id, correo, totp_desde) on persona to timbre_app;
revoke insert, update, delete on membresia from timbre_app;

-- Events are only added.
revoke update, delete, truncate on evento from timbre_app, timbre_system;

-- Tables of the platform, which no company reads.
revoke all on sesion, enlace, registro, diario, numero_perdido, autoridad_estado, llave_plataforma, receptor_semilla, recepcion_gasto,
  recepcion_red_firmante, tasa_selectivo, contribuyente_0, contribuyente_1, contribuyente_registro, contribuyente_importacion,
  contribuyente_archivo from timbre_app;
revoke delete, truncate on llave_plataforma from timbre_system;

-- The server checks that the schema is its own; only the owner migrates.
grant select on migracion to timbre_system;

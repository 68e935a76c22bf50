-- Organisations: an accounting firm (despacho), or a software house (socio). They have members, and serve companies that
-- consent. An accepted consent gives members ordinary memberships of the company, marked with their organisation.

create table organizacion (
  id     uuid primary key,
  tipo   text not null check (tipo in ('despacho', 'socio')),
  nombre text not null check (length(nombre) between 2 and 150),
  creada timestamptz not null
);

-- A person in an organisation. Until the code is entered there is only the e-mail that it was made for.
create table organizacion_miembro (
  organizacion_id  uuid not null references organizacion,
  id               uuid not null unique,
  nombre           text not null check (length(nombre) between 2 and 100),
  -- In lower case.
  correo           text not null,
  rol              text not null check (rol in ('administrador', 'miembro')),
  persona_id       uuid references persona,
  invitacion_hmac  bytea,
  invitacion_vence timestamptz,
  creado           timestamptz not null,
  primary key (organizacion_id, id),
  check ((persona_id is null) = (invitacion_hmac is not null)),
  check ((invitacion_hmac is null) = (invitacion_vence is null))
);
create unique index organizacion_miembro_correo on organizacion_miembro (organizacion_id, correo);
create index organizacion_miembro_persona on organizacion_miembro (persona_id) where persona_id is not null;
create index organizacion_miembro_codigo on organizacion_miembro (invitacion_hmac) where invitacion_hmac is not null;

-- A company that an organisation serves or asked to serve, by its RNC: whether a company with it is here is not told.
create table organizacion_cliente (
  organizacion_id uuid not null references organizacion,
  id              uuid not null unique,
  rnc             text not null,
  -- As the organisation calls it; the company's own name once it consented.
  nombre          text not null,
  estado          text not null check (estado in ('pendiente', 'aceptada', 'terminada')),
  codigo_hmac     bytea,
  responsable_id  uuid,
  pedida          timestamptz not null,
  pedida_por      text not null,
  resuelta        timestamptz,
  resuelta_por    text,
  primary key (organizacion_id, id),
  foreign key (organizacion_id, responsable_id) references organizacion_miembro on delete set null (responsable_id),
  check ((estado = 'pendiente') = (resuelta is null)),
  check ((estado = 'pendiente') = (codigo_hmac is not null))
);
create unique index organizacion_cliente_rnc on organizacion_cliente (organizacion_id, rnc);
create index organizacion_cliente_de on organizacion_cliente (rnc, pedida);
revoke all on organizacion, organizacion_miembro, organizacion_cliente from timbre_app;

-- The organisation whose access this is: it goes with the consent.
alter table membresia add column organizacion_id uuid references organizacion;
create index membresia_organizacion on membresia (organizacion_id, empresa_id) where organizacion_id is not null;

-- A company reads the names of the organisations by which its people have access.
alter table organizacion enable row level security;
create policy empresa on organizacion for select to timbre_app
  using (exists (select from membresia m where m.organizacion_id = organizacion.id));
create policy todas on organizacion to timbre_system using (true);
grant select (id, nombre) on organizacion to timbre_app;

-- The rows of a report that lack an answer, or a field that the TXT requires. Only for queries with `periodo > 0`.
create index renglon_abierto on renglon (empresa_id, ambiente, reporte, periodo)
  where periodo > 0 and (pendientes <> '{}' or (destino = 'detalle' and linea is null));

-- ── Several companies at once ─────────────────────────────────────────────────────────────────────────────────────────────
-- The role timbre_cartera reads what the list of a person's companies needs, and writes nothing. It sees the session that
-- app.sesion names while it is not revoked, the memberships of its person, and rows of the companies of these: the database
-- computes which, by these policies alone.

grant usage on schema public to timbre_cartera;

alter table sesion enable row level security;
create policy todas on sesion to timbre_system using (true);
create policy cartera on sesion for select to timbre_cartera
  using (id = nullif(current_setting('app.sesion', true), '')::uuid and revocada is null);
grant select (id, persona_id, revocada) on sesion to timbre_cartera;

create policy cartera on membresia for select to timbre_cartera
  using (estado = 'activa' and persona_id = (select s.persona_id from sesion s));
grant select (empresa_id, persona_id, estado, rol, organizacion_id) on membresia to timbre_cartera;

create policy cartera on empresa for select to timbre_cartera using (id in (select m.empresa_id from membresia m));
grant select (id, rnc, razon_social, ambiente, accesos) on empresa to timbre_cartera;

-- A member sees the clients for whom they are responsible; an administrator, all of the organisation.
alter table organizacion_miembro enable row level security;
create policy todas on organizacion_miembro to timbre_system using (true);
create policy cartera on organizacion_miembro for select to timbre_cartera
  using (persona_id = (select s.persona_id from sesion s));
grant select (organizacion_id, id, persona_id, rol) on organizacion_miembro to timbre_cartera;

alter table organizacion_cliente enable row level security;
create policy todas on organizacion_cliente to timbre_system using (true);
create policy cartera on organizacion_cliente for select to timbre_cartera
  using (exists (select from organizacion_miembro m where m.organizacion_id = organizacion_cliente.organizacion_id
    and (m.rol = 'administrador' or m.id = organizacion_cliente.responsable_id)));
grant select (organizacion_id, id, rnc, nombre, estado, responsable_id, pedida) on organizacion_cliente to timbre_cartera;

do $$
declare
  cual record;
begin
  for cual in select * from (values
    ('anulacion', 'empresa_id, ambiente, rnc_emisor, tipo, desde, hasta, estado'),
    ('certificado', 'empresa_id, archivo, titular, id_titular, emisor, serie, huella, valido_desde, valido_hasta, activo'),
    ('comprobante_por_leer', 'empresa_id, ambiente, fuente, fecha, orden, documento_id'),
    ('documento', 'empresa_id, id, ambiente, rnc_emisor, tipo, numero, resume_a, xml_sha256'),
    ('documento_sin_confirmar', 'empresa_id, documento_id'),
    ('estadistica_cambio', 'empresa_id, ambiente, tipo, dia, clase, emitidos, importe, importe_compra'),
    ('estadistica_dia', 'empresa_id, ambiente, tipo, dia, clase, emitidos, importe, importe_compra'),
    ('fecha_vencimiento', 'empresa_id, serie, tipo, fecha, activo'),
    ('numero_conciliado', 'empresa_id, ambiente, rnc_emisor, tipo, numero'),
    ('quickbooks_conexion', 'empresa_id, rechazo'),
    ('recibido', 'empresa_id, id, tipo, fecha_emision, respuesta, confirmado'),
    ('renglon', 'empresa_id, ambiente, reporte, periodo, destino, pendientes, linea'),
    ('reporte', 'empresa_id, ambiente, tipo, desde, hasta, orden, aceptacion, presentado'),
    ('secuencia', 'empresa_id, id, ambiente, tipo, desde, hasta, siguiente, vence, activo')
  ) as t (tabla, columnas) loop
    execute format('create policy cartera on %I for select to timbre_cartera
      using (empresa_id in (select m.empresa_id from membresia m))', cual.tabla);
    execute format('grant select (%s) on %I to timbre_cartera', cual.columnas, cual.tabla);
  end loop;
end $$;

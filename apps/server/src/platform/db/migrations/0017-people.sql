-- A person is one, whatever companies they work for: persona. What they are in a company is a membresia, whose id is the
-- user's id of the contract. Requests to register a company stand by themselves, since there is no company yet: registro.

create table persona (
  id                uuid primary key,
  -- in lower case; of the platform's administrator, their log-in name
  correo            text not null unique,
  contrasena_hash   text not null,
  contrasena_filtro bytea,
  -- chosen by the person: nobody else was ever told it
  contrasena_propia boolean not null,
  es_root           boolean not null default false,
  creado            timestamptz not null default now(),
  -- The second factor (AES-256-GCM, AAD = platform or company | person | totp). totp_empresa: the company under whose key it
  -- was sealed when people belonged to one; null: the platform's.
  totp_cifrado      bytea,
  totp_empresa      uuid,
  totp_pendiente    bytea,
  totp_desde        timestamptz,
  totp_paso         bigint,
  recuperacion      bytea[] not null default '{}',
  check ((totp_cifrado is null) = (totp_desde is null))
);

create table membresia (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  persona_id       uuid not null references persona,
  nombre_usuario   text not null,
  rol              text not null check (rol in ('administrador', 'facturador', 'contador', 'consulta')),
  -- invitada: the person has not entered the code yet, and so is nobody here
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
select isolate_by_empresa('membresia');
-- Who belongs to a company is not written with the company's own rights: a row of this table shows it a person's e-mail.
revoke insert, update, delete on membresia from timbre_app;

-- A company sees of persons their e-mail and whether they have a second factor, and of nobody else's people anything.
revoke all on persona from timbre_app;
grant select (id, correo, totp_desde) on persona to timbre_app;
alter table persona enable row level security;
alter table persona force row level security;
create policy empresa on persona for select to timbre_app
  using (exists (select from membresia m where m.persona_id = persona.id));
create policy todas on persona to timbre_system using (true);

-- Who asked to register a company, from outside. The hash stays until the request is approved: it is how the applicant is
-- known who asks what became of it.
create table registro (
  id                uuid primary key,
  rnc               text not null,
  razon_social      text not null,
  correo            text not null,
  contrasena_hash   text,
  contrasena_filtro bytea,
  -- who gave the password of that person when they asked
  persona_id        uuid references persona on delete set null,
  ip                text not null,
  estado            text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada', 'retirada')),
  motivo            text,
  pedida            timestamptz not null,
  resuelta_por      text,
  resuelta          timestamptz,
  check (estado <> 'rechazada' or motivo is not null),
  check (estado in ('aprobada', 'retirada') or contrasena_hash is not null)
);
create index registro_cola on registro (pedida) where estado = 'pendiente';
create index registro_rnc on registro (rnc, pedida);
create index registro_correo on registro (correo, pedida);
create index registro_persona on registro (persona_id);
revoke all on registro from timbre_app;

-- The owner itself sees no rows of companies.
set local role timbre_system;
-- The same id for the person and for what they are in their company: whoever knows one goes on knowing it.
-- A second factor that was being set up is begun again: its key was the company's.
insert into persona (id, correo, contrasena_hash, contrasena_filtro, contrasena_propia, es_root, creado,
  totp_cifrado, totp_empresa, totp_pendiente, totp_desde, totp_paso, recuperacion)
select u.id, lower(case when u.rol = 'root' then u.nombre_usuario else u.correo end), u.contrasena_hash, u.contrasena_filtro,
  u.rol = 'root', u.rol = 'root', u.creado,
  u.totp_cifrado, case when u.totp_cifrado is not null then u.empresa_id end,
  case when u.empresa_id is null then u.totp_pendiente end, u.totp_desde, u.totp_paso, u.recuperacion
from usuario u left join empresa e on e.id = u.empresa_id
where u.empresa_id is null or e.aprobada is not null;
insert into membresia (empresa_id, id, persona_id, nombre_usuario, rol, estado, creado, ultimo_acceso)
select u.empresa_id, u.id, u.id, u.nombre_usuario, u.rol, 'activa', u.creado, u.ultimo_acceso
from usuario u join empresa e on e.id = u.empresa_id where e.aprobada is not null;

-- Companies that nobody approved were only requests.
insert into registro (id, rnc, razon_social, correo, contrasena_hash, contrasena_filtro, ip, estado, pedida, resuelta_por, resuelta)
select s.id, e.rnc, e.razon_social, lower(s.pedida_por),
  case when e.aprobada is null then u.contrasena_hash end, case when e.aprobada is null then u.contrasena_filtro end,
  '', case when e.aprobada is null then 'pendiente' else 'aprobada' end, s.pedida, s.resuelta_por, s.resuelta
from solicitud s join empresa e on e.id = s.empresa_id
left join lateral (select * from usuario where empresa_id = e.id order by creado, id limit 1) u on true
where s.tipo = 'registro';
delete from solicitud where tipo = 'registro';
reset role;

alter table sesion drop constraint sesion_usuario_id_fkey;
alter table sesion rename column usuario_id to persona_id;
alter index sesion_usuario rename to sesion_persona;
-- membresia_id: where it works, null for the platform's administrator. acceso_anterior: when the one before it began there.
alter table sesion add column membresia_id uuid, add column acceso_anterior timestamptz;
set local role timbre_system;
delete from sesion where persona_id not in (select id from persona);
update sesion s set membresia_id = m.id from membresia m where m.id = s.persona_id;
update sesion s set acceso_anterior =
  (select max(b.creada) from sesion b where b.persona_id = s.persona_id and b.creada < s.creada);
reset role;
alter table sesion
  add foreign key (persona_id) references persona on delete cascade,
  add foreign key (membresia_id) references membresia (id) on delete cascade;
create index sesion_membresia on sesion (membresia_id) where revocada is null;

drop table usuario;
set local role timbre_system;
delete from empresa where aprobada is null;
reset role;
alter table empresa drop column aprobada;

-- What is left are the requests of companies: another environment.
alter table solicitud drop column tipo;
alter table solicitud drop constraint solicitud_estado_check;
alter table solicitud
  add column motivo text,
  add constraint solicitud_estado_check check (estado in ('pendiente', 'aprobada', 'rechazada', 'retirada'));
create unique index solicitud_pendiente on solicitud (empresa_id) where estado = 'pendiente';

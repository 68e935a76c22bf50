-- The views of a list that a person saved in a company: the search of its address, under a name.
create table vista (
  empresa_id     uuid not null,
  usuario_id     uuid not null,
  id             uuid not null,
  nombre         text not null check (length(nombre) between 1 and 40),
  busqueda       text not null check (length(busqueda) <= 1000),
  -- The one that the list opens with.
  predeterminada boolean not null default false,
  creada         timestamptz not null,
  primary key (empresa_id, usuario_id, id),
  foreign key (empresa_id, usuario_id) references membresia on delete cascade
);
create unique index vista_nombre on vista (empresa_id, usuario_id, lower(nombre));
create unique index vista_predeterminada on vista (empresa_id, usuario_id) where predeterminada;
select isolate_by_empresa('vista'::regclass);

-- Each change of a document of a record that is followed for deliveries asks for a job in its transaction.
alter table evento_cabeza add reparte boolean not null default false;

-- Companies whose accepted invoices are delivered to their buyers without being asked for: one row while it is on.
create table entrega_automatica (
  empresa_id uuid not null references empresa,
  -- The last entry of the record whose invoices have their delivery.
  leido      bigint not null,
  desde      timestamptz not null,
  por        text not null,
  primary key (empresa_id)
);
select isolate_by_empresa('entrega_automatica'::regclass);

-- Asked for by no one: ends where the buyer has no address, and leaves in peace a receiver that fails.
alter table entrega add automatica boolean not null default false;

-- Buyers that automatic deliveries leave in peace for a while: they have no address, or their receiver failed.
create table entrega_pausa (
  empresa_id    uuid not null references empresa,
  ambiente      text not null,
  rnc           text not null,
  sin_direccion boolean not null,
  -- Failures in a row, each after the pause before.
  fallas        integer not null,
  hasta         timestamptz not null,
  primary key (empresa_id, ambiente, rnc)
);
select isolate_by_empresa('entrega_pausa'::regclass);

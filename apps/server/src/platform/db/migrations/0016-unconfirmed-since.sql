-- Documents whose outcome nobody knows, and since when. The state itself is in no index of documento, on purpose; these are
-- few, and somebody must look at each.
create table documento_sin_confirmar (
  empresa_id   uuid not null references empresa,
  documento_id uuid not null,
  desde        timestamptz not null default now(),
  primary key (empresa_id, documento_id)
);
select isolate_by_empresa('documento_sin_confirmar');

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
-- Of all changes of documents, those into the state and out of it.
create trigger sin_confirmar_cambio after update on documento
  for each row when ((old.estado = 'sin_confirmar') <> (new.estado = 'sin_confirmar')) execute function sin_confirmar_anota();

-- The owner itself sees no rows of companies.
set local role timbre_system;
insert into documento_sin_confirmar (empresa_id, documento_id)
select empresa_id, id from documento where estado = 'sin_confirmar';
reset role;

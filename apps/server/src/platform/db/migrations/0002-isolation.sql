-- Two roles do all the work: timbre_app sees one company (the one that app.empresa names), timbre_system sees all.
-- Neither owns anything. Roles belong to the whole PostgreSQL cluster: another database may have made them already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'timbre_app') then create role timbre_app nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if not exists (select from pg_roles where rolname = 'timbre_system') then create role timbre_system nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'timbre_app', 'member') then execute 'grant timbre_app to current_user'; end if;
  if not pg_has_role(current_user, 'timbre_system', 'member') then execute 'grant timbre_system to current_user'; end if;
end $$;

grant usage on schema public to timbre_app, timbre_system;
grant select, insert, update, delete on all tables in schema public to timbre_system;
grant select, insert, update, delete on all tables in schema public to timbre_app;
alter default privileges in schema public grant select, insert, update, delete on tables to timbre_app, timbre_system;

-- A company never touches the sessions; what happened is only ever added to; the migrations are the owner's.
revoke all on sesion from timbre_app;
revoke update, delete, truncate on evento from timbre_app, timbre_system;
revoke all on migracion from timbre_app, timbre_system;

-- Every table with empresa_id, now and by every later migration that makes one.
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

select isolate_by_empresa(c.oid::regclass)
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id' and not a.attisdropped
where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace;

alter table empresa enable row level security;
alter table empresa force row level security;
create policy empresa on empresa to timbre_app using (id = nullif(current_setting('app.empresa', true), '')::uuid);
create policy todas on empresa to timbre_system using (true);

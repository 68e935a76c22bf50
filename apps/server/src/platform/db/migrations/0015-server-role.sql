-- The server works as a role that owns nothing: it looks whether the schema is its own, and has documents counted again.
grant select on migracion to timbre_system;

create function analiza_documento() returns void language plpgsql security definer set search_path = public as $$
begin
  analyze public.documento;
end $$;
revoke execute on function analiza_documento() from public;
grant execute on function analiza_documento() to timbre_system;

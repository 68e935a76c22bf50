-- When the person of a session last gave their password; null in those opened before it was kept.
alter table sesion add column contrasena_dada timestamptz;

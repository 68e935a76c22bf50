-- When a person last logged in: their sessions are forgotten a month after they end.
alter table usuario add column ultimo_acceso timestamptz;
update usuario u set ultimo_acceso = (select max(s.creada) from sesion s where s.usuario_id = u.id);

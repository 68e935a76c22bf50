-- The received e-CF that have no commercial answer, which are counted for every person who opens the platform.
create index recibido_sin_respuesta on recibido (empresa_id, fecha_emision) where respuesta is null;

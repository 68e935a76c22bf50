-- The history of decided requests, read by pages from the last decided.
create index solicitud_decidida on solicitud (resuelta desc, id desc) where estado in ('aprobada', 'rechazada');
create index registro_decidido on registro (resuelta desc, id desc) where estado in ('aprobada', 'rechazada');

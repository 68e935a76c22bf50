-- Old attempts are looked for by when they began; they lie in about that order.
create index intento_antiguos on intento using brin (iniciado);

-- Specific excise of a quarter (ISC), in RD$, as the platform's administrator read it in the DGII's resolution: per litre of pure
-- alcohol, and per packet of 20 and of 10 cigarettes. Data of no company; the program holds other quarters.
create table tasa_selectivo (
  trimestre     date primary key check (trimestre = date_trunc('quarter', trimestre)),
  alcohol       numeric(5, 2) not null check (alcohol > 0),
  cigarrillos20 numeric(5, 2) not null check (cigarrillos20 > 0),
  cigarrillos10 numeric(5, 2) not null check (cigarrillos10 > 0),
  resolucion    text not null,
  por           text not null,
  modificada    timestamptz not null
);
revoke all on tasa_selectivo from timbre_app;

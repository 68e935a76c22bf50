-- Numbers of the record as people read it: acts of people and movements of documents are counted apart, without gaps.
-- Notices that only refresh screens (configuracion) have none. seq stays the order of the sealed chain.
alter table evento add numero bigint;
alter table evento_cabeza add actos bigint not null default 0, add movimientos bigint not null default 0;

update evento e set numero = n.numero
from (
  select empresa_id, seq,
    row_number() over (partition by empresa_id, tipo in ('documento', 'importacion', 'autoridad') order by seq) as numero
  from evento where tipo <> 'configuracion') n
where e.empresa_id = n.empresa_id and e.seq = n.seq;

update evento_cabeza c set actos = n.actos, movimientos = n.movimientos
from (
  select empresa_id,
    count(*) filter (where tipo not in ('documento', 'importacion', 'autoridad')) as actos,
    count(*) filter (where tipo in ('documento', 'importacion', 'autoridad')) as movimientos
  from evento where tipo <> 'configuracion' group by empresa_id) n
where c.empresa_id = n.empresa_id;

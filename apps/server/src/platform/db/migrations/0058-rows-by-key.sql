-- Only for queries that say `periodo > 0`, as of `comprobante_periodo`: without statistics, the rows of a receipt were looked for
-- along this index, which reads all rows of the report for each receipt.
drop index renglon_orden;
create index renglon_orden on renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento) where periodo > 0;

-- Documents are looked up by their ids through the primary key. A planner without statistics preferred the index of the days, which
-- begins with the same columns and reads all documents of the company for each: it serves only queries that say `fecha >=` now.
drop index quickbooks_documento_fecha;
create index quickbooks_documento_fecha on quickbooks_documento (empresa_id, ambiente, sentido, fecha, ncf)
  where fecha >= '0001-01-01';

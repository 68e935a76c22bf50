-- The addresses that a company's people sent documents to: an integration key may write its own text to these.
create index correo_para on correo (empresa_id, lower(para)) where documento_id is not null;

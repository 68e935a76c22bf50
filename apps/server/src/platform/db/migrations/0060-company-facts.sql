-- What the documents and the rules need of a company, besides its RNC and its name: `DatosEmpresa` of the contract.
alter table empresa add datos jsonb not null default '{}';
update empresa set datos = jsonb_build_object('direccion', direccion) where direccion is not null;
alter table empresa drop column direccion;

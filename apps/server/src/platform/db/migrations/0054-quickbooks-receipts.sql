-- Receipts may come from the books in QuickBooks: they give way to documents and to what a person loads.
alter table comprobante drop constraint comprobante_fuente_check;
alter table comprobante add constraint comprobante_fuente_check
  check (fuente in ('emitido', 'recibido', 'cargado', 'quickbooks'));

-- What became of each document of the books: `recibo`, it makes a receipt (a better source may say its number); `falla`, it
-- cannot be reported as it is; `omitido`, it is not of the reports; `espera`, a month that it would change was filed; `borrado`,
-- it is no longer in QuickBooks. `fecha` is 0001-01-01 where
-- it tells none. `registro`: JSON, the record of the specification. `huella` tells whether a document changed.
create table quickbooks_documento (
  empresa_id uuid not null references empresa,
  ambiente   text not null,
  realm      text not null,
  entidad    text not null check (entidad in ('Bill', 'Purchase', 'VendorCredit', 'Invoice', 'SalesReceipt', 'CreditMemo')),
  qb_id      text not null,
  estado     text not null check (estado in ('recibo', 'falla', 'omitido', 'espera', 'borrado')),
  sentido    text not null check (sentido in ('compra', 'venta')),
  fecha      date not null,
  emisor     text,
  ncf        text,
  rnc        text not null default '',
  monto      numeric(18, 2) not null default 0,
  itbis      numeric(18, 2) not null default 0,
  codigo     text,
  motivo     text,
  huella     text not null default '',
  registro   text,
  visto      timestamptz not null,
  primary key (empresa_id, ambiente, realm, entidad, qb_id)
);
-- Those of a number.
create index quickbooks_documento_ncf on quickbooks_documento (empresa_id, ambiente, sentido, ncf, emisor) where ncf is not null;
-- Those of some days, and the failures in the order of a list.
create index quickbooks_documento_fecha on quickbooks_documento (empresa_id, ambiente, sentido, fecha, ncf);
create index quickbooks_documento_falla on quickbooks_documento (empresa_id, ambiente, fecha, entidad, qb_id)
  where estado in ('falla', 'espera', 'borrado');
select isolate_by_empresa('quickbooks_documento');

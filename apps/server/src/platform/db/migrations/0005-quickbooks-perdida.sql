-- When QuickBooks took back the permission of a connection. The connection stays, so that its screens keep saying why nothing
-- is read, until a person connects again or disconnects.
alter table quickbooks_conexion add column perdida timestamptz;

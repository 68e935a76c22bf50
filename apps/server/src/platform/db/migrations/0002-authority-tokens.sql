-- Tokens of the authority that callers obtained here with a signed seed. Until it expires, a token has the rights of the key
-- with which it was obtained, for the calls that the specification opens with it. Only digests are stored: of the token, and
-- of that key (`sesion.hmac` or `clave_api.hmac`).
create table token_autoridad (
  empresa_id uuid not null references empresa,
  hmac       bytea not null,
  titular    bytea not null,
  es_sesion  boolean not null,
  expira     timestamptz not null,
  primary key (empresa_id, hmac)
);
-- Not unique: the authority might grant one token twice.
create index token_autoridad_hmac on token_autoridad (hmac);
select isolate_by_empresa('token_autoridad');

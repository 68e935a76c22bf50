-- Beside the slow hash of a password, what tells most wrong ones at once; see the decision on log-ins. Null until the
-- password is set or used again.
alter table usuario add column contrasena_filtro bytea;

-- The second factor of a person: the key of their application (AES-256-GCM, AAD = company | person | totp), the one that is
-- being set up, since when it is asked for, the last step of time whose code was used, the HMACs of the recovery codes left.
alter table usuario
  add column totp_cifrado  bytea,
  add column totp_pendiente bytea,
  add column totp_desde    timestamptz,
  add column totp_paso     bigint,
  add column recuperacion  bytea[] not null default '{}',
  add check ((totp_cifrado is null) = (totp_desde is null));

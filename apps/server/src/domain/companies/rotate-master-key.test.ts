import { expect, test } from 'vitest';
import { withServer } from '../../main/testing/server.ts';
import { bare, stranger } from '../../main/testing/stranger.ts';
import { createKeyring, createWrapping } from '../../platform/crypto/keyring.ts';
import { loadMasterKey } from '../../platform/crypto/master-key.ts';
import { verifyChain } from '../../platform/events/events.ts';
import { openPlatformSecret } from './platform-secret-repo.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { createSecrets } from './secrets.ts';

const server = withServer();

test('a new master key opens everything that the old one did, and the old one opens nothing', async () => {
  const companies = [
    await stranger(server, { ...bare, certificado: true }),
    await stranger(server, { ...bare, certificado: true }),
  ];
  const { db, seals } = server.ctx;
  const before = loadMasterKey(server.ctx.config);
  const after = Buffer.alloc(32, 9);
  const secretOf = (key: Buffer) => openPlatformSecret(db, key, createWrapping(key));
  const platformSecret = await secretOf(before);
  const place = { empresaId: companies[0]!.id, id: companies[1]!.id, column: 'prueba' };
  const sealed = await server.ctx.secrets.seal(place, Buffer.from('secreto'));

  await expect(rotateMasterKey(db, Buffer.alloc(32, 1), after)).rejects.toThrow('unable to authenticate data');
  expect(await secretOf(before)).toEqual(platformSecret);

  expect(await rotateMasterKey(db, before, after)).toBeGreaterThanOrEqual(2);
  await expect(secretOf(before)).rejects.toThrow('La llave maestra no es la que selló los datos');
  expect(await secretOf(after)).toEqual(platformSecret);
  const keyring = createKeyring(createWrapping(after), platformSecret);
  expect((await createSecrets({ db, keyring }).open(place, sealed)).toString()).toBe('secreto');
  // Existing API keys and sessions still work, and the audit trail still verifies.
  expect(keyring.madeKey(companies[0]!.sesion)).toBe(true);
  expect(keyring.hmac('ses_x')).toEqual(server.ctx.keyring.hmac('ses_x'));
  expect((await verifyChain({ db, seals }, companies[0]!.id)).broken).toBeUndefined();
});

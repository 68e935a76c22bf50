import { chownSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginKeyChange } from '../platform/crypto/master-key.ts';
import { keepingOwners } from './owners.ts';
import { canBecomeOther, otherUser } from './testing/other-user.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-owners-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ownersOf = (...names: string[]) => names.map((name) => statSync(join(folder, name)).uid);
const give = (...names: string[]) => {
  for (const name of names) chownSync(join(folder, name), otherUser, otherUser);
};

const skipped = canBecomeOther ? '' : ' (skipped: not run as root)';

describe.skipIf(!canBecomeOther)(`an order of root${skipped}`, () => {
  test('an order of root passes what it makes in a folder to the owner of the folder, at any depth, even if it fails', {
    tags: ['P4.12'],
  }, async () => {
    mkdirSync(join(folder, 'datos'));
    give('datos');
    const order = keepingOwners([join(folder, 'datos')], async () => {
      mkdirSync(join(folder, 'datos/db/base'), { recursive: true });
      writeFileSync(join(folder, 'datos/db/base/1'), '');
      throw new Error('halfway');
    });
    await expect(order).rejects.toThrow('halfway');
    expect(ownersOf('datos/db', 'datos/db/base', 'datos/db/base/1')).toEqual([otherUser, otherUser, otherUser]);
  });

  test('an order of root passes a folder that it made to the owner of the former one', async () => {
    give('.');
    await keepingOwners([join(folder, 'a/b/copia')], async () => {
      mkdirSync(join(folder, 'a/b'), { recursive: true });
      writeFileSync(join(folder, 'a/b/copia'), '');
    });
    expect(ownersOf('a', 'a/b', 'a/b/copia')).toEqual([otherUser, otherUser, otherUser]);
  });

  test('a replaced file keeps its owner, also in a folder of root; a file of root stays so', async () => {
    writeFileSync(join(folder, 'copia'), '');
    give('copia');
    await keepingOwners([join(folder, 'copia'), join(folder, 'otra')], async () => {
      rmSync(join(folder, 'copia'));
      for (const name of ['copia', 'otra']) writeFileSync(join(folder, name), '');
    });
    expect(ownersOf('copia', 'otra')).toEqual([otherUser, 0]);
  });

  test('a file that a link or a second name places elsewhere keeps its owner', async () => {
    mkdirSync(join(folder, 'datos'));
    give('datos');
    for (const name of ['shadow', 'named']) writeFileSync(join(folder, name), '');
    mkdirSync(join(folder, 'etc'));
    await keepingOwners([join(folder, 'datos')], async () => {
      symlinkSync(join(folder, 'shadow'), join(folder, 'datos/enlace'));
      symlinkSync(join(folder, 'etc'), join(folder, 'datos/carpeta'));
      linkSync(join(folder, 'named'), join(folder, 'datos/segundo'));
    });
    expect(ownersOf('shadow', 'etc', 'named')).toEqual([0, 0, 0]);
  });

  test('the master key keeps owner, group and mode when it is replaced, and the file that a link names is replaced', () => {
    const before = Buffer.alloc(32, 1);
    writeFileSync(join(folder, 'llave'), before.toString('base64'), { mode: 0o400 });
    chownSync(join(folder, 'llave'), otherUser, 12);
    symlinkSync(join(folder, 'llave'), join(folder, 'enlace'));
    const place = { masterKey: undefined, masterKeyFile: join(folder, 'enlace'), dataDir: folder };
    const change = beginKeyChange(place, Buffer.alloc(32, 2));
    expect(change?.path).toBe(join(folder, 'llave'));
    change?.finish();
    const { uid, gid, mode } = statSync(join(folder, 'llave'));
    expect([uid, gid, mode & 0o777]).toEqual([otherUser, 12, 0o400]);
  });
});

test('a change of the key that was interrupted is finished with its own key, which was on the disk before any use', () => {
  writeFileSync(join(folder, 'llave'), Buffer.alloc(32, 1).toString('base64'), { mode: 0o600 });
  const place = { masterKey: undefined, masterKeyFile: join(folder, 'llave'), dataDir: folder };
  const first = Buffer.alloc(32, 2);
  expect(beginKeyChange(place, first)?.key).toEqual(first);
  const again = beginKeyChange(place, Buffer.alloc(32, 3));
  expect(again?.key).toEqual(first);
  again?.finish();
  expect(beginKeyChange(place, Buffer.alloc(32, 4))?.key).toEqual(Buffer.alloc(32, 4));
});

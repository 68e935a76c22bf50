import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeFileError } from '../platform/process/file-fault.ts';
import { preparePlaces } from './places.ts';
import { asOtherUser, canBecomeOther, otherUser } from './testing/other-user.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-places-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const configured = (databaseUrl?: string) => ({
  databaseUrl,
  dataDir: join(folder, 'datos'),
  journalFile: join(folder, 'otro', 'volumen', 'emision.diario'),
  anchorFolder: join(folder, 'anclas'),
});

test('folders that are missing are made, each where its setting says, and nothing else is left in them', () => {
  preparePlaces(configured());
  for (const made of ['datos', 'otro/volumen', 'anclas']) expect(readdirSync(join(folder, made))).toEqual([]);
});

test('a folder whose place a file has is refused, with the setting that names it', () => {
  writeFileSync(join(folder, 'otro'), '');
  expect(() => preparePlaces(configured())).toThrow(
    `No se puede usar la carpeta del diario de emisión de TIMBRE_JOURNAL (${join(folder, 'otro/volumen')}): un archivo está en el lugar de una carpeta. Muévalo, o corrija el ajuste que lo nombra.`,
  );
});

test.each([
  ['EROFS', 'su sistema de archivos es de solo lectura para este proceso', 'ReadWritePaths='],
  ['ENOSPC', 'no queda espacio', 'Libere espacio'],
  ['ENOENT', 'no existe', 'Créelo'],
])('%s is reported with what to do', (code, reason, remedy) => {
  const message = describeFileError(
    Object.assign(new Error(code), { code, path: '/srv/diario' }),
    'No se puede abrir el diario',
  );
  expect(message).toContain(`No se puede abrir el diario (/srv/diario): ${reason}. `);
  expect(message).toContain(remedy);
});

test('an error of a socket in a folder is described, one of a network address is not', () => {
  const refused = Object.assign(new Error(), { code: 'EROFS', syscall: 'listen', address: '/srv/diario/lock.1' });
  expect(describeFileError(refused)).toContain('No se puede usar /srv/diario/lock.1: ');
  expect(
    describeFileError(Object.assign(new Error(), { code: 'EACCES', address: '0.0.0.0', port: 80 })),
  ).toBeUndefined();
});

describe.skipIf(!canBecomeOther)(
  `for another user than root${canBecomeOther ? '' : ' (skipped: not run as root)'}`,
  () => {
    /** The places as the server's user left them, except one path that belongs to root. */
    const withRoots = (path: string, mode: number) => {
      chownSync(folder, otherUser, otherUser);
      asOtherUser(() => {
        preparePlaces(configured());
        mkdirSync(join(folder, 'datos/db/global'), { recursive: true });
      });
      const root = join(folder, path);
      if (/[.]|pg_control/.test(path)) writeFileSync(root, '');
      else mkdirSync(root, { recursive: true });
      chmodSync(root, mode);
      chownSync(root, 0, 0);
    };

    test.each([
      ['the data folder', 'datos', 0o755, 'TIMBRE_DATA_DIR'],
      ['the memory of the simulator', 'datos/simulador.ndjson', 0o600, 'TIMBRE_DATA_DIR'],
      ['the key in the data folder', 'datos/master.key', 0o600, 'TIMBRE_DATA_DIR'],
      ['a file of the embedded database', 'datos/db/global/pg_control', 0o600, 'TIMBRE_DATA_DIR'],
      ['the folder of the journal', 'otro/volumen', 0o755, 'TIMBRE_JOURNAL'],
      ['the journal', 'otro/volumen/emision.diario', 0o600, 'TIMBRE_JOURNAL'],
      ['the folder of the anchors', 'anclas', 0o700, 'TIMBRE_ANCHORS'],
      ['an anchor', 'anclas/2026-11-25.json', 0o600, 'TIMBRE_ANCHORS'],
    ])(
      '%s of root is refused with its path, its setting and the owner',
      { tags: ['P4.12'] },
      (_, path, mode, setting) => {
        withRoots(path, mode);
        const refused = new RegExp(
          `^No se puede usar la .* de ${setting} \\(${join(folder, path)}\\): es del usuario root y este proceso corre como (nobody|${otherUser})\\. .*chown -R`,
        );
        expect(() => asOtherUser(() => preparePlaces(configured()))).toThrow(refused);
      },
    );

    test('files of others do not matter: lost+found of a volume, anchors that nobody may change', () => {
      withRoots('otro/volumen/lost+found', 0o700);
      writeFileSync(join(folder, 'anclas/2026-11-24.json'), '');
      chmodSync(join(folder, 'anclas/2026-11-24.json'), 0o444);
      asOtherUser(() => preparePlaces(configured()));
      expect(existsSync(join(folder, 'anclas/2026-11-24.json'))).toBe(true);
    });

    test('a folder that cannot be made is reported with its parent and the owner', () => {
      chmodSync(folder, 0o755);
      expect(() => asOtherUser(() => preparePlaces(configured()))).toThrow(
        new RegExp(
          `^No se puede usar la carpeta de datos de TIMBRE_DATA_DIR \\(${join(folder, 'datos')}\\): ${folder} es del usuario root`,
        ),
      );
    });
  },
);

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { roomOffences } from './check-rooms.ts';
import { root } from './sources.mjs';

const readers = { documento: { 'main/operation': 'it is counted' } };
const tables = (name: string, type: string) =>
  `declare module '../../platform/db/schema.ts' {\n  interface Tables {\n    ${name}: ${type};\n  }\n}\n`;
let folder: string;

const write = (path: string, content: string) => {
  mkdirSync(dirname(join(folder, 'apps', path)), { recursive: true });
  writeFileSync(join(folder, 'apps', path), content);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-rooms-'));
  write('server/src/domain/comprobantes/tables.ts', tables('documento', 'DocumentoTable'));
  write('server/src/features/a/tables.ts', tables('logo', 'LogoTable'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the rooms of this repository hold', { tags: ['P1.13'] }, () => {
  expect(roomOffences(root)).toEqual([]);
});

test('the README of the server describes each room of its floors', () => {
  const server = join(root, 'apps/server');
  const readme = readFileSync(join(server, 'README.md'), 'utf8');
  const rooms = ['platform', 'domain', 'main'].flatMap((floor) =>
    readdirSync(join(server, 'src', floor), { withFileTypes: true }).filter((entry) => entry.isDirectory()),
  );
  expect(rooms.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

const a = 'server/src/features/a';
const webA = 'web/src/features/a';

test.each([
  [
    "another feature's service",
    { [`${a}/service.ts`]: "import '../b/service.ts';", 'server/src/features/b/service.ts': '' },
  ],
  ['its own repository', { [`${a}/service.ts`]: "import './repo.ts';", [`${a}/repo.ts`]: "tx.selectFrom('logo');" }],
  [
    'the core',
    { [`${a}/service.ts`]: "import '../../domain/comprobantes/x.ts';", 'server/src/domain/comprobantes/x.ts': '' },
  ],
  ['SQL about its own tables in the core', { 'server/src/domain/comprobantes/x.ts': 'sql`select from documento`;' }],
  ['what it may read', { 'server/src/main/operation/count-repo.ts': "tx.selectFrom('documento');" }],
  ['a table named in a comment', { [`${a}/service.ts`]: '// insertInto("documento")\n/* select from documento */' }],
  ['anything in a test', { [`${a}/x.test.ts`]: "sql`delete from documento`; import '../b/repo.ts';" }],
  [
    'in a transaction, what is begun beside it or follows its commit',
    { [`${a}/service.ts`]: 'const f = async (tx: Tx) => { beside(look); afterCommit(tx, () => { void look(); }); };' },
  ],
  [
    'outside a transaction, what nobody waits for',
    { [`${a}/service.ts`]: 'void look(); db.system((tx) => read(tx));' },
  ],
  ['a transaction of a service', { [`${a}/service.ts`]: 'ctx.db.tenant(empresaId, (tx) => read(tx));' }],
  [
    'lib and ui, in the web',
    {
      'web/src/features/a/x.tsx': "import '../../lib/y.ts'; import styles from '../../ui/z.module.css';",
      'web/src/lib/y.ts': '',
      'web/src/ui/z.module.css': '',
    },
  ],
  [
    'what another feature of the web offers, and features from the application',
    {
      'web/src/features/a/x.tsx': "import { Y } from '../b/shared.tsx'; import('../c/shared.ts');",
      'web/src/features/b/shared.tsx': "export { Y } from './parts/y.tsx';",
      'web/src/features/b/parts/y.tsx': "import styles from './y.module.css';",
      'web/src/features/b/parts/y.module.css': '',
      'web/src/features/c/shared.ts': '',
      'web/src/app/router.tsx': "import '../features/b/parts/y.tsx';",
      'web/src/main.tsx': "import './app/router.tsx'; import './main.module.css';",
    },
  ],
  [
    'the types of the authority, where strangers are judged',
    { 'server/src/domain/comprobantes/judge/check/x.ts': "import type { Ambiente } from '@timbre/authority';" },
  ],
])('the import is allowed: %s', (_, files) => {
  for (const [path, content] of Object.entries(files)) write(path, content);
  expect(roomOffences(folder, readers)).toEqual([]);
});

test.each([
  ["another feature's repository", { [`${a}/service.ts`]: "import '../b/repo.ts';" }, 'reaches into another feature'],
  [
    "another feature's view",
    { [`${a}/routes.ts`]: "import type { X } from '../b/view.ts';" },
    'reaches into another feature',
  ],
  [
    'a promise that a transaction does not wait for',
    { [`${a}/service.ts`]: 'async function demand(tx: Tx) { void look(); await read(tx); }' },
    'begins in a transaction what it does not wait for, void look();',
  ],
  [
    'a timer that is set in a transaction',
    { [`${a}/service.ts`]: 'db.system(async (tx) => { setTimeout(look, 1); });' },
    'begins in a transaction what it does not wait for, setTimeout(look, 1)',
  ],
  [
    'a database, on the way of what judges strangers',
    {
      'server/src/domain/comprobantes/judge/check/x.ts': "import { y } from '../y.ts';",
      'server/src/domain/comprobantes/judge/y.ts': "import { z } from '../../../platform/db/z.ts';",
      'server/src/platform/db/z.ts': '',
    },
    'reaches platform/db/z.ts',
  ],
  [
    'the authority, where strangers are judged',
    { 'server/src/domain/comprobantes/judge/check/x.ts': "import { send } from '@timbre/authority';" },
    'reaches @timbre/authority',
  ],
  [
    'a service that exports the part of another file',
    { [`${a}/service.ts`]: "export { x } from './x.ts';", [`${a}/x.ts`]: '' },
    'features/a/service.ts: exports what it does not declare',
  ],
  [
    'a service that exports what it imports',
    { [`${a}/b/service.ts`]: "import { x } from './x.ts';\nexport { x };", [`${a}/b/x.ts`]: '' },
    'features/a/b/service.ts: exports what it does not declare',
  ],
  [
    'a transaction of a routes file',
    { [`${a}/routes.ts`]: 'ctx.db.tenant(empresaId, (tx) => read(tx));' },
    'a routes file opens no transaction, and calls db.tenant(…)',
  ],
  [
    'a transaction that only reads, of one of several routes files',
    { [`${a}/book-routes.ts`]: 'db.reading(empresaId, (tx) => read(tx));' },
    'a routes file opens no transaction, and calls db.reading(…)',
  ],
  [
    'a transaction beside a handler',
    { [`${a}/x.ts`]: 'handle(http, route, () => ctx.db.system((tx) => read(tx)));' },
    'a routes file opens no transaction, and calls db.system(…)',
  ],
  ['SQL in a service', { [`${a}/service.ts`]: "import { sql } from 'kysely';" }, 'SQL stands in a repository'],
  ['a query builder in a service', { [`${a}/service.ts`]: "tx.selectFrom('logo as l')" }, 'SQL stands in a repository'],
  ['a table of another, written', { [`${a}/repo.ts`]: "tx.updateTable('documento')" }, 'writes documento'],
  ['a table of another, written in SQL', { [`${a}/repo.ts`]: 'sql`update documento set x = 1`' }, 'writes documento'],
  ['a table of another, read', { [`${a}/repo.ts`]: "tx.selectFrom('documento')" }, 'reads documento'],
  [
    'a table of another, joined',
    { [`${a}/repo.ts`]: 'sql`select from logo join documento d on true`' },
    'reads documento',
  ],
  [
    'written by who may only read',
    { 'server/src/main/operation/x-repo.ts': "tx.deleteFrom('documento')" },
    'writes documento',
  ],
  [
    'a table of a feature, in the core',
    { 'server/src/domain/comprobantes/x.ts': 'sql`select from logo`' },
    'reads logo',
  ],
  [
    'files that import each other',
    { [`${a}/x.ts`]: "import './y.ts';", [`${a}/y.ts`]: "import type { X } from './x.ts';" },
    'imports itself by',
  ],
  [
    'rooms of one floor that import each other',
    {
      'server/src/domain/companies/x.ts': "import '../mail/x.ts';",
      'server/src/domain/mail/x.ts': '',
      'server/src/domain/mail/y.ts': "import type { Z } from '../companies/z.ts';",
      'server/src/domain/companies/z.ts': '',
    },
    'rooms that import each other',
  ],
  [
    'parts of a room that import each other',
    {
      'server/src/domain/comprobantes/issue/x.ts': "import '../sending/x.ts';",
      'server/src/domain/comprobantes/sending/x.ts': '',
      'server/src/domain/comprobantes/sending/y.ts': "import type { Z } from '../issue/z.ts';",
      'server/src/domain/comprobantes/issue/z.ts': '',
    },
    'domain/comprobantes/issue, domain/comprobantes/sending: rooms that import each other',
  ],
  [
    'rooms that import each other by different parts',
    {
      'server/src/domain/comprobantes/sending/x.ts': "import '../../mail/x.ts';",
      'server/src/domain/mail/x.ts': '',
      'server/src/domain/mail/y.ts': "import type { Z } from '../comprobantes/issue/z.ts';",
      'server/src/domain/comprobantes/issue/z.ts': '',
    },
    'domain/comprobantes, domain/mail: rooms that import each other',
  ],
  [
    'a feature, from the domain',
    { 'server/src/domain/mail/x.ts': "import type { Z } from '../../features/a/z.ts';", [`${a}/z.ts`]: '' },
    'reaches up to a higher floor for features/a/z.ts',
  ],
  [
    'the domain, from the platform',
    { 'server/src/platform/jobs/x.ts': "import '../../domain/mail/z.ts';", 'server/src/domain/mail/z.ts': '' },
    'reaches up to a higher floor for domain/mail/z.ts',
  ],
  [
    'what puts the server together, from a feature',
    { [`${a}/x.ts`]: "import '../../main/app.ts';", 'server/src/main/app.ts': '' },
    'reaches up to a higher floor for main/app.ts',
  ],
  [
    'the mechanism of calls, from the domain',
    { 'server/src/domain/mail/x.ts': "import type { Http } from '../../platform/http/register.ts';" },
    'the domain knows no HTTP',
  ],
  [
    'Fastify, from the domain',
    { 'server/src/domain/mail/x.ts': "import type { FastifyReply } from 'fastify';" },
    'uses Fastify where no calls are served',
  ],
  ['a room beside the floors', { 'server/src/shed/x.ts': '' }, 'is on none of the floors'],
  [
    'the application from a feature of the web',
    { 'web/src/features/a/x.tsx': "import '../../app/menu.ts';" },
    'reaches up to a higher floor for app/menu.ts',
  ],
  [
    'a part of another feature of the web',
    { [`${webA}/x.tsx`]: "import { Y } from '../b/parts/y.tsx';" },
    'reaches into another feature for features/b/parts/y.tsx; it may import its shared.ts or shared.tsx',
  ],
  [
    'a file of the same name in a folder of another feature of the web',
    { [`${webA}/x.tsx`]: "import { Y } from '../b/parts/shared.tsx';" },
    'reaches into another feature for features/b/parts/shared.tsx',
  ],
  [
    'a part of another feature of the web, loaded later',
    { [`${webA}/x.tsx`]: "lazyPart(async () => (await import('../b/parts/y.tsx')).Y);" },
    'reaches into another feature for features/b/parts/y.tsx',
  ],
  [
    'a type of another feature of the web',
    { [`${webA}/x.ts`]: "import type { Y } from '../b/api.ts';" },
    'reaches into another feature for features/b/api.ts',
  ],
  [
    'what another feature of the web exports again',
    { [`${webA}/shared.ts`]: "export { y } from '../b/api.ts';" },
    'reaches into another feature for features/b/api.ts',
  ],
  [
    'a style sheet of another feature of the web',
    { [`${webA}/x.tsx`]: "import styles from '../b/b.module.css';" },
    'reaches into another feature for features/b/b.module.css',
  ],
  [
    'a style sheet of a feature, from ui',
    { 'web/src/ui/x.tsx': "import styles from '../features/b/b.module.css';" },
    'reaches up to a higher floor for features/b/b.module.css',
  ],
  [
    'a feature, from ui',
    { 'web/src/ui/x.tsx': "import { Y } from '../features/b/shared.tsx';" },
    'reaches up to a higher floor for features/b/shared.tsx',
  ],
  [
    'a feature, from lib',
    { 'web/src/lib/x.ts': "import type { Y } from '../features/b/shared.ts';" },
    'reaches up to a higher floor for features/b/shared.ts',
  ],
  [
    'ui, from lib',
    { 'web/src/lib/x.ts': "import { toast } from '../ui/toast.tsx';" },
    'reaches up to a higher floor for ui/toast.tsx',
  ],
  ['a folder of the web on no floor', { 'web/src/shed/x.ts': '' }, 'is on none of the floors'],
  [
    'features of the web that import each other, one of them a type',
    {
      [`${webA}/x.ts`]: "import type { Y } from '../b/shared.ts';",
      [`${webA}/shared.ts`]: '',
      'web/src/features/b/shared.ts': '',
      'web/src/features/b/z.ts': "import { x } from '../a/shared.ts';",
    },
    'features/a, features/b: rooms that import each other',
  ],
  [
    'two files that a feature of the web offers',
    { [`${webA}/shared.ts`]: '', [`${webA}/shared.tsx`]: '' },
    'a feature offers one file',
  ],
])('the import is refused: %s', (_, files, offence) => {
  for (const [path, content] of Object.entries(files)) write(path, content);
  expect(roomOffences(folder, readers).join('\n')).toContain(offence);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Tests make their companies with `stranger()`, which uses API calls. A fixture that calls cannot make would hide what
// a real company lacks.

/** Forbidden ways to make a company. */
const ways: readonly [pattern: RegExp, name: string][] = [
  [/from '[^']*\/first-start\.ts'|import\('[^']*\/first-start\.ts'\)/, 'imports first-start'],
  [/\bcreateEmpresa\b/, 'uses createEmpresa'],
  [/insert\s+into\s+(?:\w+\.)?"?empresa"?[\s(]|insertInto\('empresa'\)/i, 'inserts into the table empresa'],
];

/** Tests of the database alone, without a server: migrations and the isolation of tables. */
const ofDatabase = 'apps/server/src/platform/db/';

/**
 * Checks that tests and their support files make companies only by API calls.
 *
 * @param repository folder that holds `apps/` and `tests/`
 * @returns one line for each offence, `file: what is wrong`; empty when there is none
 */
export function companyOffences(repository: string): string[] {
  const files = ['apps', 'packages', 'tests', 'bench']
    .filter((folder) => existsSync(join(repository, folder)))
    .flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
        .map((path) => `${folder}/${path}`),
    );
  return files
    .filter((file) => /\.ts$/.test(file) && /^(tests|bench)\/|\.test\.ts$|\/testing\//.test(file))
    .filter((file) => !file.startsWith(ofDatabase))
    .flatMap((file) => {
      const text = readFileSync(join(repository, file), 'utf8');
      return ways
        .filter(([pattern]) => pattern.test(text))
        .map(([, name]) => `${file}: ${name}; make the company with stranger()`);
    });
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Above the server's bundle; when run from the sources, at the root of the repository. */
const places = ['../../package.json', '../../../../../package.json'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

/** The package of this program: of the places above, the one that states its version. */
const read = (place: string): { readonly name?: string; readonly version?: string } =>
  existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};

/** The version of Timbre. */
export const version: string =
  places.map(read).find(({ name, version: stated }) => name === 'timbre' && stated !== undefined)?.version ??
  'desconocida';

import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const features = fileURLToPath(new URL('../../features/', import.meta.url));

/** The exports with a name from a file in the folder `testing` of each feature that has the file. */
export function gathered<T>(file: string, name: string): Promise<T[]> {
  const files = readdirSync(features).map((feature) => `${features}${feature}/testing/${file}`);
  return Promise.all(files.filter((path) => existsSync(path)).map(async (path) => (await import(path))[name] as T));
}

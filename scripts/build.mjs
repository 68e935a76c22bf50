// `npm run build`: rebuilds the outdated parts of dist/. esbuild bundles the server, Vite the web application.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { external, listFiles, root, staleParts } from './sources.mjs';

const dist = join(root, 'dist');

/** Packages in CommonJS call `require`, which an ES module does not have. */
const requireOfModule = `import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/**
 * Bundles main.ts, cli.ts and every worker of the server's workspaces into one flat folder, so that `./x.worker.ts`
 * next to a source becomes `./x.worker.js` next to the bundle. Code that several of them use, and code that is imported
 * dynamically, is in separate files (`chunk-*.js`).
 *
 * @param {string[]} folders
 */
async function buildServer(folders) {
  const { build } = await import('esbuild');
  const sources = folders.flatMap((folder) => listFiles(join(root, folder, 'src')));
  const app = join(root, 'apps/server/src');
  const entries = sources.filter(
    (file) => file.endsWith('.worker.ts') || file === join(app, 'main/main.ts') || file === join(app, 'main/cli.ts'),
  );
  const names = entries.map((file) => basename(file, '.ts'));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two entries of the server are called ${twice}.ts; dist/server is flat, rename one`);

  await build({
    entryPoints: entries.map((file, index) => ({ in: file, out: /** @type {string} */ (names[index]) })),
    outdir: join(dist, 'server'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    external,
    banner: { js: requireOfModule },
    logLevel: 'warning',
  }).catch(() => process.exit(1)); // esbuild has printed the error
  cpSync(join(app, 'platform/db/migrations'), join(dist, 'server/migrations'), { recursive: true });
}

/** Bundles the web application and writes a brotli copy next to each text file. */
async function buildWeb() {
  const { build } = await import('vite');
  const outDir = join(dist, 'web');
  await build({ root: join(root, 'apps/web'), logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  const texts = listFiles(outDir).filter((file) => /\.(js|css|html|svg|json|webmanifest|txt)$/.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), { params }));
    }),
  );
}

process.env.NODE_ENV = 'production';
mkdirSync(dist, { recursive: true });
for (const { name, folders, stamp } of staleParts()) {
  const start = performance.now();
  rmSync(join(dist, name), { recursive: true, force: true });
  rmSync(join(dist, `${name}.stamp`), { force: true });
  if (name === 'server') await buildServer(folders);
  else await buildWeb();
  writeFileSync(join(dist, `${name}.stamp`), stamp);
  console.log(`dist/${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

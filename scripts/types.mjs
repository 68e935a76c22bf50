// `npm run types`: checks the types of every TypeScript project of the repository, in parallel.
import { spawn } from 'node:child_process';
import { root } from './sources.mjs';

/** Code without Node and DOM; code on Node; code that drives browsers; code in browsers. */
const projects = ['tsconfig.pure.json', 'tsconfig.json', 'tsconfig.tests.json', 'apps/web/tsconfig.json'];

for (const project of projects) {
  const memory = `node_modules/.cache/types/${project.replaceAll('/', '-')}`;
  const compiler = [
    'node_modules/@typescript/native/bin/tsc',
    '--project',
    project,
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    memory,
  ];
  spawn(process.execPath, compiler, { cwd: root, stdio: 'inherit' }).on('exit', (code) => {
    if (code === 0) return;
    console.error(`${project}: types do not hold`);
    process.exitCode = 1;
  });
}

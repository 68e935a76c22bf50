import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const setup = JSON.stringify(new URL('./setup.mjs', import.meta.url).href);
const server = `
  import(${setup}).then(({ endWithParent }) => {
    process.on('SIGTERM', () => { console.log('asked to end'); process.exit(); });
    setInterval(() => {}, 1000);
    endWithParent();
    console.log('started');
  });`;
const npm = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { stdio: 'inherit' });`;

test('a server whose npm is killed is asked to end', async () => {
  const env = { ...process.env, npm_command: 'run-script' };
  const parent = spawn(process.execPath, ['-e', npm], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  parent.stdout.on('data', (text) => {
    output += text;
    if (output.includes('started')) parent.kill('SIGKILL');
  });
  await once(parent.stdout, 'close');
  expect(output).toBe('started\nasked to end\n');
});

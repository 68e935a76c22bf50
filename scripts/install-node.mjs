import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Installs a version of Node for this platform from the package registry, with npm alone.
 *
 * @param {string} version
 * @param {string} prefix an empty folder
 * @returns {string | undefined} the folder of the package, whose program is `bin/node`; undefined if it cannot be installed
 */
export function installNode(version, prefix) {
  const name = `node-${process.platform}-${process.arch}`;
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = ['--prefix', prefix, '--ignore-scripts', '--prefer-offline', ...quiet];
  const { status } = spawnSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' });
  return status === 0 ? join(prefix, 'node_modules', name) : undefined;
}

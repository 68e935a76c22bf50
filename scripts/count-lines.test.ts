import { expect, test } from 'vitest';
import { roomOf } from './count-lines.ts';

test.each([
  ['apps/server/src/features/facturas/routes.ts', 'apps/server/src/features/facturas'],
  ['apps/server/src/features/reportes/filed/service.ts', 'apps/server/src/features/reportes'],
  ['apps/server/src/entry.ts', 'apps/server/src'],
  ['apps/web/src/ui/button.css', 'apps/web/src/ui'],
  ['packages/ecf/src/rules/totals.ts', 'packages/ecf'],
  ['scripts/build.mjs', 'scripts'],
  ['vitest.config.ts', '.'],
])('the lines of %s are of %s', (path, room) => {
  expect(roomOf(path)).toBe(room);
});

test.each([
  'packages/ecf/src/rules/totals.test.ts',
  'apps/server/src/main/testing/peer.ts',
  'tests/browser.ts',
  'packages/enciclopedia/src/hechos.generated.ts',
  'apps/web/src/calls/facturas.ts',
  'examples/31/sent.json',
  'docs/guia.md',
])('the lines of %s are not of the product', (path) => {
  expect(roomOf(path)).toBeUndefined();
});

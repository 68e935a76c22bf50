import { describe, expect, it } from 'vitest';
import { type Context, moduleGraph } from './module-graph.ts';

/** A build whose modules are given by their code and by what each imports, in its order. */
const buildOf = (modules: Record<string, { code: string; ids?: string[]; exports?: string[] }>) =>
  ({
    getModuleInfo: (id: string) => {
      const { code, ids = [], exports = [] } = modules[id]!;
      return { code, importedIds: ids, exports };
    },
  }) as unknown as Context;

const icons = {
  icons: { code: `export { default as A } from './a'; export { default as B } from './b';`, ids: ['a', 'b'] },
  a: { code: 'export default 1;' },
  b: { code: 'export default 2;' },
};

describe('the closure of a module', () => {
  it('has of an index only the modules of the imported names', () => {
    const build = buildOf({ ...icons, screen: { code: `import { B } from 'icons'; B;`, ids: ['icons'] } });
    expect([...moduleGraph(build).closureOf('screen')]).toEqual(['screen', 'b']);
  });

  it('follows names through `export *`', () => {
    const build = buildOf({
      ...icons,
      index: { code: `export * from './own'; export * from './icons';`, ids: ['own', 'icons'] },
      own: { code: 'export const C = 3;', exports: ['C'] },
      icons: { ...icons.icons, exports: ['A', 'B'] },
      screen: { code: `import { A } from 'index'; A;`, ids: ['index'] },
    });
    expect([...moduleGraph(build).closureOf('screen')]).toEqual(['screen', 'a']);
  });

  it('has every module of an index imported as a whole', () => {
    const build = buildOf({ ...icons, screen: { code: `import * as all from 'icons'; all;`, ids: ['icons'] } });
    expect([...moduleGraph(build).closureOf('screen')]).toEqual(['screen', 'icons', 'a', 'b']);
  });

  it('has a style sheet, and what a module in CommonJS requires', () => {
    const build = buildOf({
      screen: { code: `import './sheet.css'; import { x } from 'old'; x;`, ids: ['sheet.css', 'old'] },
      'sheet.css': { code: '' },
      old: { code: `exports.x = require('older');`, ids: ['older'] },
      older: { code: 'module.exports = 1;' },
    });
    expect([...moduleGraph(build).closureOf('screen')]).toEqual(['screen', 'sheet.css', 'old', 'older']);
  });
});

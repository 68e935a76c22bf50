import { fileURLToPath } from 'node:url';
import { type NamedCall, namedCalls } from '@timbre/contract/named';

export const callsFolder = fileURLToPath(new URL('../apps/web/src/calls/', import.meta.url));

/** Columns after which the formatter breaks a line. */
const lineWidth = 120;

function declaration({ feature, name, route: { method, path } }: NamedCall): string {
  const [before, type] = [`export const ${name} = '${method} ${path}' as Address<`, `typeof ${feature}.${name}`];
  const line = `${before}${type}>;\n`;
  return line.length <= lineWidth + 1 ? line : `${before}\n  ${type}\n>;\n`;
}

/** Files of `apps/web/src/calls`, one for each file of the contract: name → text. */
export function generateCalls(): ReadonlyMap<string, string> {
  const features = [...new Set(namedCalls.map(({ feature }) => feature))];
  return new Map(
    features.map((feature) => [
      `${feature}.generated.ts`,
      [
        `// Generated from packages/contract/src/${feature}.ts by scripts/generate.ts. Not to be edited.\n`,
        `import type { ${feature} } from '@timbre/contract';\nimport type { Address } from '@timbre/route';\n\n`,
        ...namedCalls.filter((call) => call.feature === feature).map(declaration),
      ].join(''),
    ]),
  );
}

// `npx tsx scripts/generate.ts`: writes the TypeScript types of the documents from the schema tables, the lists of the
// declarations of the features, the addresses of the calls for the web from the contract, docs/roles.md, docs/guia.md,
// the contents of the guide, docs/specification.md, docs/promises.md and the facts of the encyclopedia.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { DocumentKey, DocumentKind, SchemaNode } from '@timbre/ecf';
import { documentKinds, simpleTypeOf, trees } from '@timbre/ecf';
import { tiposECF } from '@timbre/values';
import { ruleDocuments } from '../tests/rules/rules.ts';
import { gather } from './gather.ts';
import { generateSpecification } from './generate-specification.ts';
import { contentsFile, generateContents, generateGuide, guideFile } from './guide/generate-guide.ts';
import { root } from './sources.mjs';

export const typesFile = fileURLToPath(new URL('../packages/ecf/src/schema/types.generated.ts', import.meta.url));

const about: Record<DocumentKind, string> = {
  ECF: 'An electronic receipt of any of the ten types. Elements that only some types have are optional.',
  RFCE: 'Summary of an invoice type 32 below RD$250,000.',
  ACECF: 'Commercial approval or rejection by the buyer.',
  ARECF: 'Acknowledgement of receipt.',
  ANECF: 'Annulment of unused sequences.',
  SemillaModel: 'The seed that the authority gives to be signed.',
};

function members(nodes: readonly SchemaNode[], documents: readonly DocumentKey[], indent: string): string {
  return nodes
    .map((node) => {
      const here = documents.filter((document) => node.occurs(document)[1] > 0);
      const required = documents.every((document) => node.occurs(document)[0] > 0);
      const type = node.type === undefined ? `{\n${members(node.children, here, `${indent}  `)}${indent}}` : 'string';
      const simple = node.type && here[0] ? simpleTypeOf(node.type, here[0]) : undefined;
      const comment = simple ? `${indent}/** ${simple.codes ? `código de ${node.type}` : simple.description} */\n` : '';
      return `${comment}${indent}${node.name}${required ? '' : '?'}: ${type}${node.repeats ? '[]' : ''};\n`;
    })
    .join('');
}

/** The text of `types.generated.ts`. */
export function generateTypes(): string {
  const interfaces = documentKinds.map((kind) => {
    const documents: readonly DocumentKey[] = kind === 'ECF' ? tiposECF : [kind];
    return `/** ${about[kind]} */\nexport interface ${kind} {\n${members(trees[kind], documents, '  ')}}\n`;
  });
  const byKind = documentKinds.map((kind) => `  ${kind}: ${kind};\n`).join('');
  return [
    '// Generated from the schema tables by scripts/generate.ts. Not to be edited.\n',
    ...interfaces,
    `/** The tree of each format. */\nexport interface DocumentTrees {\n${byKind}}\n`,
  ].join('\n');
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(typesFile, generateTypes());
  for (const [path, text] of gather(root)) writeFileSync(join(root, path), text);
  for (const [path, text] of generateSpecification(root, ruleDocuments)) writeFileSync(join(root, path), text);
  // Imported here because they read the contract, whose lists have just been written.
  const { callsFolder, generateCalls } = await import('./generate-calls.ts');
  const { rolesFile, generateRoles } = await import('./generate-roles.ts');
  writeFileSync(rolesFile, generateRoles());
  writeFileSync(guideFile, generateGuide());
  writeFileSync(contentsFile, generateContents());
  const { factsFile, generateFacts } = await import('./generate-enciclopedia.ts');
  writeFileSync(factsFile, generateFacts());
  rmSync(callsFolder, { recursive: true, force: true });
  mkdirSync(callsFolder);
  for (const [name, text] of generateCalls()) writeFileSync(join(callsFolder, name), text);
}

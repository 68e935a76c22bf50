// `npm run examples`: writes examples/**/out again. Clock, key and numbers are fixed: the same inputs give the same bytes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { examples, type Files } from './company.ts';
import { issuedFiles, receivedFiles, seedFiles, workbookFiles } from './documents.ts';
import { monthFiles } from './month.ts';

/** Makes every output of the examples. */
export async function makeExamples(): Promise<Files> {
  const issued = await issuedFiles();
  const received = await receivedFiles();
  const month = await monthFiles(issued.reported, received.reported);
  return new Map([...issued.files, ...received.files, ...month, ...workbookFiles(), ...(await seedFiles())]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = await makeExamples();
  for (const folder of new Set([...files.keys()].map((path) => path.split('/')[0]!)))
    rmSync(join(examples, folder, 'out'), { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(examples, path)), { recursive: true });
    writeFileSync(join(examples, path), content);
  }
  console.log(`${files.size} files in examples/`);
}

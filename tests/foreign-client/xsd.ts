import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readableXsd } from '../../packages/ecf/testing/official.ts';
import { inTemporaryFolder } from '../../packages/xml/testing/certificates.ts';

/** Name of an official schema. */
export type Schema = Parameters<typeof readableXsd>[0];

/** Errors of xmllint for a document by its official schema; empty if the document is valid. */
export const xsdFaults = (schema: Schema, xml: string): string =>
  inTemporaryFolder((folder) => {
    const [xsd, document] = [join(folder, 'schema.xsd'), join(folder, 'document.xml')];
    writeFileSync(xsd, readableXsd(schema));
    writeFileSync(document, xml);
    try {
      execFileSync('xmllint', ['--noout', '--schema', xsd, document], { stdio: 'pipe' });
      return '';
    } catch (error) {
      const { status, stderr } = error as { readonly status?: number | null; readonly stderr?: Buffer };
      if (typeof status !== 'number') throw error;
      return String(stderr);
    }
  });

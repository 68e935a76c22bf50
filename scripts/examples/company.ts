// The company of the examples, and its e-CF: completed, judged, numbered and signed as the server does after EnviarFactura.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ECF, readDocument } from '@timbre/ecf';
import { parseENCF, parseFechaHora } from '@timbre/values';
import { createSigner } from '@timbre/xml/node';
import type { Issuer } from '../../apps/server/src/domain/companies/issuers.ts';
import { signDocument } from '../../apps/server/src/domain/comprobantes/issue/seal.ts';
import { judgeDraft } from '../../apps/server/src/domain/comprobantes/judge/judge-draft.ts';
import { root } from '../sources.mjs';

/** Generated files: path from `examples/` → content. */
export type Files = Map<string, string | Buffer>;

export const examples = join(root, 'examples');
export const read = (path: string): Buffer => readFileSync(join(examples, path));
export const readJson = (path: string) => JSON.parse(read(path).toString());
/** The names of the inputs of a folder that match, in order. */
export const list = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(examples, folder))
    .filter((name) => pattern.test(name))
    .sort();

/** The time of all signatures and acknowledgements. */
export const moment = '14-10-2026 10:30:00';
export const now = parseFechaHora(moment)!;

/** The certificate that signs for the company and for its suppliers, as PEM. */
export const certificate = read('empresa/certificado.pem').toString();
export const signer = createSigner({ key: read('empresa/clave.pem').toString(), certificate });

export const company: Issuer = {
  ...readJson('empresa/empresa.json'),
  id: '',
  ambiente: 'testecf',
  demo: false,
  impreso: { campoNombreItem: 'NombreItem', conLogo: false },
  accesos: {},
};

/**
 * Issues the e-CF of a body of EnviarFactura. Its number is the one that the body states, or the first of its type.
 * @param of data of another issuer
 * @throws Error that lists its faults
 */
export async function issue(body: Uint8Array, of: Partial<Issuer> = {}) {
  const issuer = { ...company, ...of };
  const { errores, split } = judgeDraft({ body, issuer, now, tasas: [], keyed: false, sums: 'rechaza' });
  if (split === undefined || errores.length > 0) throw new Error(JSON.stringify(errores, null, 2));
  const numero = parseENCF(split.head.Encabezado.IdDoc.eNCF ?? '')?.secuencia ?? 1;
  return signDocument({ signer, now }, split, { numero, vence: '2027-12-31' });
}

/** The tree of a signed e-CF. */
export function treeOf(xml: string): ECF {
  const document = readDocument(xml);
  if (document.kind !== 'ECF') throw new Error('It is not an e-CF');
  return document.tree;
}

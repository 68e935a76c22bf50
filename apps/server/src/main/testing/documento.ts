import { createHash } from 'node:crypto';
import { formatENCF, type TipoECF } from '@timbre/values';
import { newId } from '../../platform/db/id.ts';
import type { NewRow } from '../../platform/db/schema.ts';

/** Inserts the row of a signed document of a company, accepted by default, for tests that only read rows. */
export function documentRow(
  { id, rnc }: { readonly id: string; readonly rnc: string },
  tipo: number,
  numero: number,
  more: Partial<NewRow<'documento'>> = {},
): NewRow<'documento'> {
  const encf = formatENCF(String(tipo) as TipoECF, numero);
  const xml = `<ECF><eNCF>${encf}</eNCF></ECF>`;
  return {
    empresa_id: id,
    id: newId(new Date()),
    ambiente: 'testecf',
    rnc_emisor: rnc,
    tipo,
    numero,
    encf,
    estado: 'aceptado',
    ocupa_numero: true,
    monto_total: '100.10',
    xml,
    xml_sha256: createHash('sha256').update(xml).digest(),
    origen: 'api',
    creado: new Date(),
    ...more,
  };
}

import { refuse } from '@timbre/refusal';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import type { Context } from '../context.ts';

/** The exact signed bytes, or the XML that would be signed. @throws Problem `recurso/no-encontrado` */
export async function xmlOf({ db, desk }: Pick<Context, 'db' | 'desk'>, empresaId: string, id: string) {
  const row = (await db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id))) ?? refuse('recurso/no-encontrado');
  const { rnc_emisor, encf, es_rfce, arbol } = row;
  const json = arbol ?? 'null';
  const bytes = row.xml ?? (await desk.xmlOfTree(json.length, { kind: es_rfce ? 'RFCE' : 'ECF', json }));
  // A summary and its invoice have the same number.
  return { bytes, fileName: `${rnc_emisor}${encf}${es_rfce ? '_RFCE' : ''}.xml` };
}

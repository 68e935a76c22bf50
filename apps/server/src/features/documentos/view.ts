import type { documentos } from '@timbre/contract';
import { type ECFHead, timbreUrl } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { linksOf } from '../../domain/comprobantes/issue/annulments.ts';
import { attemptsOf, findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import { findResumen } from '../../domain/comprobantes/queries/resumenes.ts';
import { PartlyWritten } from '../../platform/http/register.ts';
import type { Context } from '../context.ts';

/** One document with all its data. @throws Problem `recurso/no-encontrado` */
export async function viewDocumento(
  { db, desk }: Pick<Context, 'db' | 'desk'>,
  empresaId: string,
  id: string,
): Promise<PartlyWritten<documentos.Documento, 'json'>> {
  const { row, resumen, intentos } = await db.tenant(empresaId, async (tx) => {
    const [row, resumen, intentos] = await Promise.all([
      findDocumento(tx, empresaId, id),
      findResumen(tx, empresaId, id),
      attemptsOf(tx, empresaId, id),
    ]);
    return { row, resumen, intentos };
  });
  if (!row || !resumen) return refuse('recurso/no-encontrado');
  const tree: { json: Uint8Array; head?: ECFHead } =
    row.xml === null ? { json: Buffer.from(row.arbol ?? 'null') } : await desk.treeOfStored(row.xml.length, row.xml);
  const facts = {
    ...resumen,
    ambiente: row.ambiente,
    codigoSeguridad: row.codigo_seguridad,
    fechaFirma: row.fecha_firma,
    asentadoPor: row.asentado_por,
    resumen: row.resumen,
    resumeA: row.factura,
    ...linksOf(row),
    urlQR:
      row.codigo_seguridad === null || tree.head === undefined
        ? null
        : timbreUrl(row.ambiente, tree.head, row.codigo_seguridad),
    intentos: intentos.map((intento) => ({
      ...intento,
      iniciado: intento.iniciado.toISOString(),
      terminado: intento.terminado?.toISOString() ?? null,
    })),
  };
  return new PartlyWritten<documentos.Documento, 'json'>(facts, 'json', tree.json);
}

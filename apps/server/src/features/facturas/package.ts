import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@timbre/refusal';
import type { ZipPart } from '@timbre/workbook';
import { exportPages } from '../../domain/comprobantes/queries/export-rows.ts';
import type { FacturaFilter } from '../../domain/comprobantes/queries/factura-filter.ts';
import type { Orden } from '../../domain/comprobantes/queries/facturas.ts';
import { portionsOf } from '../../domain/comprobantes/queries/portions.ts';
import { type SignedRow, signedDocuments, verdictLine } from '../../domain/comprobantes/queries/signed-documents.ts';
import { alwaysInAThread } from '../../domain/desk/desk.ts';
import type { Context } from '../context.ts';
import { awaitContingency, drawingOf } from '../documentos/service.ts';

/** How often, and at what interval, a document is tried again while the threads have no room for it. */
const [tries, tryAgainMs] = [60, 500];

/**
 * The signed XML and the printed form of each invoice of a filter, as `{RNC}{eNCF}.xml` and `.pdf`; the XML of its
 * summary, where that was sent, as `{RNC}{eNCF}_RFCE.xml`; of a summary alone, its XML. At the end, the authority's
 * answers: `veredictos.jsonl`.
 */
export async function* partsOf(
  ctx: Context,
  empresaId: string,
  filter: FacturaFilter,
  orden: Orden,
): AsyncGenerator<ZipPart> {
  const drawing = await ctx.db.reading(empresaId, (tx) => drawingOf(ctx, tx, empresaId));
  const nameOf = distinctNames();
  let verdicts = '';
  for await (const rows of exportPages(ctx.db, empresaId, filter, orden))
    for (const ids of portionsOf(rows))
      for (const document of await ctx.db.reading(empresaId, (tx) => signedDocuments(tx, empresaId, ids))) {
        const { xml, resumen, es_rfce: esRFCE } = document;
        const name = nameOf(document);
        verdicts += verdictLine(document);
        yield { name: `${name}.xml`, content: Buffer.from(xml) };
        if (resumen !== null) yield { name: `${name}_RFCE.xml`, content: Buffer.from(resumen) };
        if (esRFCE) continue;
        const { ambiente, codigo_seguridad: codigoSeguridad } = document;
        const contingencia = await awaitContingency(ctx, empresaId, document);
        const printed = { xml, codigoSeguridad, ambiente, forma: 'carta', contingencia, ...drawing } as const;
        const bytes = await whenThereIsRoom(() => ctx.desk.drawPrinted(alwaysInAThread, printed));
        yield { name: `${name}.pdf`, content: Buffer.from(bytes), packed: true };
      }
  yield { name: 'veredictos.jsonl', content: Buffer.from(verdicts) };
}

/**
 * Names documents by RNC and eNCF. A number occurs twice if it was rejected unused and issued again, or in two
 * ambientes.
 */
function distinctNames(): (document: SignedRow) => string {
  const times = new Map<string, number>();
  return ({ rnc_emisor, encf }) => {
    const name = `${rnc_emisor}${encf}`;
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    return nth === 1 ? name : `${name} (${nth})`;
  };
}

async function whenThereIsRoom<T>(draw: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await draw();
    } catch (error) {
      const full = error instanceof Problem && error.code === 'servidor/documentos-grandes';
      if (!full || attempt === tries) throw error;
      await sleep(tryAgainMs);
    }
  }
}

import { refuse } from '@timbre/refusal';
import { loadApprovals, unsignedXml } from '../../domain/received/workbook-approvals.ts';
import {
  countApprovals,
  dropUnsent,
  findApproval,
  listApprovals,
} from '../../domain/received/workbook-approvals-repo.ts';
import type { FormFile } from '../../platform/http/form.ts';
import type { Payload } from '../../platform/http/register.ts';
import { readCursor, valuesOf, writeCursor } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { approvalView } from './view.ts';

const usualPageSize = 50;

/** Loads the approvals of a workbook. @throws Problem `archivo/tipo`, those of the workbook */
export function loadBook(ctx: Context, empresaId: string, { name, bytes }: FormFile, filasOcultas: 'leer' | 'omitir') {
  if (!/\.(xlsx|xls)$/i.test(name)) refuse('archivo/tipo', `«${name}» no termina en .xlsx ni en .xls`);
  return loadApprovals(ctx, empresaId, bytes, filasOcultas);
}

interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly ensayo?: boolean;
}

/** A page of the approvals of the company's environment, and the totals of all. @throws Problem `peticion/invalida` */
export async function pageOfApprovals({ db, issuers }: Context, empresaId: string, query: PageQuery) {
  const { limit = usualPageSize, cursor, ensayo = false } = query;
  const after = cursor === undefined ? -1 : readCursor(cursor, valuesOf('recientes')).orden;
  const { ambiente } = await issuers.of(empresaId);
  const [rows, counts] = await db.tenant(empresaId, (tx) =>
    Promise.all([
      listApprovals(tx, empresaId, ambiente, after, limit + 1),
      countApprovals(tx, empresaId, ambiente, ensayo),
    ]),
  );
  const page = rows.slice(0, limit);
  return {
    aprobaciones: page.map((row) => approvalView(row, ensayo)),
    siguiente: rows.length > limit ? writeCursor({ orden: page.at(-1)!.orden }) : null,
    totales: {
      total: counts.total,
      firmados: counts.firmados,
      enviados: counts.enviados,
      pendientes: counts.total - counts.enviados,
      conErrores: counts.con_errores,
      aceptadas: counts.aceptadas,
      rechazadas: counts.rechazadas,
      sinConfirmar: counts.sin_confirmar,
    },
  };
}

/** The XML of an approval, signed if it was signed. @throws Problem `recurso/no-encontrado` */
export async function xmlOfApproval({ db }: Context, empresaId: string, id: string): Promise<Payload> {
  const row = await db.tenant(empresaId, (tx) => findApproval(tx, empresaId, id));
  if (row === undefined) return refuse('recurso/no-encontrado');
  return { bytes: row.xml ?? unsignedXml(row.detalle), fileName: `aprobacion_${row.rnc_emisor}_${row.encf}.xml` };
}

/** Deletes the approvals of the company's environment that were not sent. */
export async function removeUnsent({ db, issuers }: Context, empresaId: string): Promise<void> {
  const { ambiente } = await issuers.of(empresaId);
  await db.tenant(empresaId, (tx) => dropUnsent(tx, empresaId, ambiente));
}

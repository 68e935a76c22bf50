import { codigosDeRango, type importacion } from '@timbre/contract';
import { sql } from 'kysely';
import type { ImportScope } from '../../../domain/comprobantes/imports/conditions.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import { editable, type ShownImport, shownSql } from './documents-repo.ts';

type Head = importacion.Importacion;

const mostFaltas = 100;
const mostEmisores = 50;

type Counted = Pick<Head, 'cuentas' | 'enEspera' | 'detenidos' | 'notasDetenidas' | 'editables'>;

/**
 * The documents of an import by state; how many signed notes wait for their invoice, how many documents cannot be signed
 * and how many notes cannot be sent before another is corrected, and how many may be edited.
 */
export async function countStates(tx: Tx, of: ShownImport): Promise<Counted> {
  const { rows } = await sql<
    Head['cuentas'][number] & { espera: number; detenidos: number; notas: number; editables: number }
  >`
    select s.es_rfce as "esRFCE", s.estado, count(*) as cuenta,
      count(*) filter (where s.estado = 'firmado' and s.espera_a is not null and not s.detenido) as espera,
      count(*) filter (where s.estado = 'pendiente' and s.detenido) as detenidos,
      count(*) filter (where s.estado = 'firmado' and s.detenido) as notas,
      count(*) filter (where ${editable}) as editables
    from ${shownSql(of)} s group by 1, 2 order by 1, 2`.execute(tx);
  return {
    cuentas: rows.map(({ esRFCE, estado, cuenta }) => ({ esRFCE, estado, cuenta })),
    enEspera: rows.reduce((sum, { espera }) => sum + espera, 0),
    detenidos: rows.reduce((sum, one) => sum + one.detenidos, 0),
    notasDetenidas: rows.reduce((sum, { notas }) => sum + notas, 0),
    editables: rows.reduce((sum, one) => sum + one.editables, 0),
  };
}

/** The faults of an import's documents, grouped; first those that a new range resolves. */
export async function groupFaltas(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<Head['faltas']> {
  const { rows } = await sql<Head['faltas'][number]>`
    select e->>'codigo' as codigo, d.tipo::text as tipo, coalesce((e->>'aviso')::boolean, false) as aviso, count(*) as cuenta
    from documento d cross join lateral jsonb_array_elements(d.errores) e
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId} and d.errores <> '[]'
    group by 1, 2, 3
    order by e->>'codigo' = any(${Object.values(codigosDeRango)}::text[]) desc, cuenta desc, 1, 2, 3
    limit ${mostFaltas}`.execute(tx);
  return rows;
}

/** How many consumer invoices with a summary each issuer has in an import. */
export async function countEmisores(tx: Tx, { empresaId, importacionId }: ImportScope): Promise<Head['emisores']> {
  const { rows } = await sql<Head['emisores'][number]>`
    select rnc_emisor as "rncEmisor", count(*) as facturas from documento
    where empresa_id = ${empresaId} and importacion_id = ${importacionId} and resume_a is not null
    group by 1 order by 2 desc, 1 limit ${mostEmisores}`.execute(tx);
  return rows;
}

import { contador } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { dueDate, holidaySet } from '@timbre/reports';
import { addMonths, formatFecha, formatISODate, type Periodo, periodoOf } from '@timbre/values';
import { type PortfolioPlace, portfolioPage } from '../../domain/companies/portfolio-repo.ts';
import { isId } from '../../platform/db/id.ts';
import type { PersonCaller } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { isHere, readFacts } from './facts.ts';
import { clienteView } from './view.ts';

/** Parameters of the list. */
interface ListQuery {
  readonly periodo?: string | undefined;
  readonly limite?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The companies of the caller, with what each has pending. The number of statements does not depend on theirs. */
export async function listClients(ctx: Context, { sesionId }: PersonCaller, query: ListQuery) {
  const { limite = contador.constants.empresasPorPagina, cursor } = query;
  const now = ctx.clock.now();
  const today = formatFecha(now.getTime());
  const periodo = (query.periodo ?? addMonths(periodoOf(today), -1)) as Periodo;
  const after = cursor === undefined ? undefined : readPlace(cursor);
  return ctx.db.portfolio(sesionId, async (tx) => {
    const rows = await portfolioPage(tx, after, limite + 1);
    const page = rows.slice(0, limite);
    const facts = await readFacts(tx, page.filter(isHere), periodo, now);
    const holidays = holidaySet(Number(periodo.slice(0, 4)), Number(periodo.slice(0, 4)) + 1);
    const due = (report: '606' | '607' | 'IT-1') => formatISODate(dueDate(report, periodo, holidays));
    return {
      periodo: String(periodo),
      vencen: { '606': due('606'), '607': due('607'), IT1: due('IT-1') },
      hoy: formatISODate(today),
      total: rows[0]?.total ?? 0,
      clientes: page.map((row) => clienteView(row, isHere(row) ? facts : undefined, periodo, now)),
      siguiente: rows.length > limite ? writePlace(page.at(-1)!) : null,
    };
  });
}

const writePlace = ({ nombre, id }: PortfolioPlace): string => Buffer.from(`${id} ${nombre}`).toString('base64url');

/** Reads a cursor of {@link writePlace}. @throws Problem `peticion/invalida` for any other text */
function readPlace(cursor: string): PortfolioPlace {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [id, nombre] = [text.slice(0, 36), text.slice(37)];
  if (!isId(id) || nombre === '' || nombre.includes('\0'))
    return refuse('peticion/invalida', 'El cursor no es de esta lista');
  return { id, nombre };
}

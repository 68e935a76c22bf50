import { configuracion, importacion } from '@timbre/contract';
import { type ECF, writeSheet } from '@timbre/ecf';
import { formatFecha } from '@timbre/values';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { sql } from 'kysely';
import { type Line, rowOf } from '../../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { importBook, wholeImport } from '../../../main/testing/whole-import.ts';
import { REVIEW } from '../review.ts';

/** Today, as documents have it. */
export const today = formatFecha(Date.now());

/** The reference of a note to the document that it modifies. */
export const note = (NCFModificado: string, FechaNCFModificado: string = today) => ({
  InformacionReferencia: { NCFModificado, FechaNCFModificado, CodigoModificacion: '3' },
});

export type Seen = Awaited<ReturnType<typeof wholeImport>>;

/** Each row of an import as its eNCF, state and codes. */
export const statesOf = ({ documentos: rows }: Seen) =>
  rows.map(({ eNCF, esRFCE, estado, errores }) =>
    [eNCF, ...(esRFCE ? ['RFCE'] : []), estado, ...errores.map(({ codigo }) => codigo)].join(' '),
  );

/** Waits until the rows of a company were judged again after all that changed before. */
export const reviewed = (server: ReturnType<typeof withIssuing>) =>
  server.until(async () => {
    const isDue = sql`reservado_hasta is not null or en <= ${server.ctx.clock.now()}::timestamptz`;
    const { rows } = await server.ctx.db.system((tx) =>
      sql`select from trabajo where clase = ${REVIEW} and empresa_id = ${server.empresaId} and (${isDue})`.execute(tx),
    );
    return rows.length === 0;
  });

/** Calls of a company whose rows wait, and waits that review nothing themselves. */
export function withReviewing() {
  const server = withIssuing();
  const view = (id: string) => wholeImport(server, id);

  /** Imports documents. @param more cells of each of them, by header @param mend changes each document */
  async function imported(
    lines: readonly Line[],
    more: Readonly<Record<string, string | null>> = {},
    mend: (tree: ECF) => ECF = (tree) => tree,
  ): Promise<Seen> {
    const { headers, rows } = writeSheet(
      'ECF',
      lines.map((line) => mend(rowOf(server.rnc, line))),
    );
    const all: string[] = [...new Set([...headers, ...Object.keys(more)])];
    const cells = rows.map((row) => all.map((name, i) => (name in more ? more[name]! : (row[i] ?? null))));
    return importBook(server, xlsxOf({ ECF: [all, ...cells] }));
  }

  const ask = async (what: 'firmarImportacion' | 'enviarImportacion', id: string, ids?: string[]) =>
    (await server.call(importacion[what], { params: { id }, body: { ...(ids && { ids }) } }, server.key)).body as {
      firmar?: number;
    };

  async function signed(id: string, ids?: string[]): Promise<Seen> {
    await ask('firmarImportacion', id, ids);
    return server.until(async () => {
      const seen = await view(id);
      return seen.enCurso.firmar === 0 ? seen : undefined;
    });
  }

  async function accepted(id: string, ids?: string[]): Promise<Seen> {
    await signed(id, ids);
    await ask('enviarImportacion', id, ids);
    return server.until(async () => {
      const seen = await view(id);
      return seen.enCurso.enviar === 0 ? seen : undefined;
    });
  }

  /** Waits, without a call that would review the import, until its rows are in these states. */
  const become = (id: string, ...states: string[]) =>
    server.until(async () => JSON.stringify(statesOf(await view(id))) === JSON.stringify(states));

  const addRange = async (tipo: string, desde: number, vence?: string) => {
    const body = { ambiente: 'testecf', tipo, desde, hasta: desde + 9, ...(vence && { vence }) } as const;
    const { body: added, problem } = await server.call(configuracion.crearSecuencia, { body }, server.key);
    if (problem) throw new Error(JSON.stringify(problem));
    return added.id;
  };

  return { server, view, imported, ask, signed, accepted, become, addRange };
}

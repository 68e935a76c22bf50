import type { TestServer } from '../../../main/testing/server.ts';
import { newId } from '../../../platform/db/id.ts';
import type { Days, Scope } from '../scope.ts';

/** Stores a report that was filed, without rows. Returns its id. */
export async function insertFiled(
  { ctx }: Pick<TestServer, 'ctx'>,
  { empresaId, ambiente }: Pick<Scope, 'empresaId' | 'ambiente'>,
  tipo: '606' | '607' | '608' | '609' | 'it1',
  { desde, hasta }: Days,
): Promise<string> {
  const creado = ctx.clock.now();
  const id = newId(creado);
  await ctx.db.system((tx) =>
    tx
      .insertInto('reporte')
      .values({
        empresa_id: empresaId,
        id,
        ambiente,
        tipo,
        desde,
        hasta,
        estado: 'listo',
        porcentaje: 100,
        mensaje: '',
        filas: 0,
        creado,
        por: 'Persona Inventada',
        aceptacion: 'ACEPTADO-0001',
        presentado: '2026-09-12',
        presento: 'Persona Inventada',
      })
      .execute(),
  );
  return id;
}

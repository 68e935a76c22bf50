import type { TestServer } from './server.ts';

/** The data of the events of one kind in the record of a company or of the platform, newest first. */
export const newestEvents = ({ ctx }: Pick<TestServer, 'ctx'>, empresaId: string, tipo: string) =>
  ctx.db.system((tx) =>
    tx
      .selectFrom('evento')
      .select('datos')
      .where('empresa_id', '=', empresaId)
      .where('tipo', '=', tipo)
      .orderBy('seq', 'desc')
      .execute(),
  );

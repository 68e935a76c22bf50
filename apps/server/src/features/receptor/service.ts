import { refuse } from '@timbre/refusal';
import { issuersTopic } from '../../domain/companies/issuers.ts';
import { companyOf, onlyCompany } from '../../domain/received/received-repo.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';

/** The companies that receive documents, by their RNC. They are remembered until a company changes. */
export class Receivers {
  readonly #db: Context['db'];
  readonly #ids = new Map<string, string>();

  constructor({ db, signals }: Pick<Context, 'db' | 'signals'>) {
    this.#db = db;
    signals.on(issuersTopic, () => this.#ids.clear());
  }

  /**
   * The company that a document is for: the one with the RNC in the address; else the one with the RNC in the document;
   * else, if the address has no RNC, the only company, which then refuses the document.
   *
   * @param other returns the company that refuses it if there are several
   * @throws Problem `receptor/desconocido`, `recurso/no-encontrado`
   */
  async of(
    inPath: string | undefined,
    inDocument: string | undefined,
    other?: (tx: Tx) => Promise<string | undefined>,
  ): Promise<string> {
    const rnc = inPath ?? inDocument;
    const known = this.#ids.get(rnc ?? '');
    if (known !== undefined) return known;
    const id = await this.#db.system(async (tx) => {
      const named = rnc === undefined ? undefined : await companyOf(tx, rnc);
      if (rnc !== undefined && named !== undefined) this.#ids.set(rnc, named);
      return named ?? (inPath === undefined ? ((await onlyCompany(tx)) ?? (await other?.(tx))) : undefined);
    });
    return id ?? refuse(inPath === undefined ? 'receptor/desconocido' : 'recurso/no-encontrado');
  }
}

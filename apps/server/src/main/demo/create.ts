import { randomBytes } from 'node:crypto';
import { expires, ultimoDePrueba } from '@timbre/contract';
import { tiposECF } from '@timbre/values';
import { countDemo, createEmpresa } from '../../domain/companies/companies-repo.ts';
import { readDatos } from '../../domain/companies/datos-empresa.ts';
import { giveAccess } from '../../domain/companies/people.ts';
import { findByCorreo } from '../../domain/companies/people-repo.ts';
import { insertSecuencias } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import type { Context } from '../../features/context.ts';
import { DEMO, type DemoJob } from '../../features/demostracion/service.ts';
import { keepPassword, type StoredPassword } from '../../platform/crypto/password-filter.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { companiesOf, type Lado, lados } from './companies.ts';
import { planOf, type Sale, wholeHistory } from './plan.ts';

/** The accountant of both companies, and the only person whose password is shown. */
export const accountant = { nombreUsuario: 'demo', correo: 'demo@timbre.invalid' } as const;
/** The accountant's name in the importer: the one of the shop belongs to the shop. */
const inImporter = 'contador';

/** The passwords of the people of a demonstration, in their stored form. */
export interface People {
  readonly accountant: StoredPassword;
  /** Of the owners: nobody knows it. */
  readonly owner: StoredPassword;
}

export const peopleOf = async ({ keyring }: Pick<Context, 'keyring'>): Promise<People> => ({
  accountant: await keepPassword(keyring, keyring.passwordFor(accountant.nombreUsuario)),
  owner: await keepPassword(keyring, randomBytes(15).toString('base64url')),
});

/** Creates the single company of a demonstration without a history. */
export async function createEmpty(ctx: Context, tx: Tx, people: Pick<People, 'accountant'>): Promise<void> {
  const { rnc, razonSocial } = companiesOf(0).tienda;
  const datos = readDatos({ direccion: 'Calle Inventada 1, Santo Domingo' });
  const id = await createEmpresa(ctx, tx, { rnc, razonSocial, datos, ambiente: 'testecf', demo: true });
  await giveAccess(ctx, tx, await memberOf(tx, id, accountant, people.accountant));
  await insertSecuencias(tx, rangesOf(ctx, id));
}

interface NewPair {
  readonly people: People;
  /** yyyy-MM-dd. */
  readonly today: string;
  /** Days of the history. */
  readonly days?: number;
}

/**
 * Creates the two companies of a demonstration with their people, and the job that makes their history. People of an
 * earlier demonstration are the same.
 */
export async function createPair(
  ctx: Context,
  tx: Tx,
  { people, today, days = wholeHistory }: NewPair,
): Promise<Readonly<Record<Lado, string>>> {
  const nth = Math.ceil((await countDemo(tx)) / 2);
  const plan = planOf(today, days);
  const ids = { tienda: '', importadora: '' };
  const companies = companiesOf(nth);
  for (const lado of lados) {
    const { rnc, razonSocial, datos, dueno } = companies[lado];
    const id = await createEmpresa(ctx, tx, {
      ...{ rnc, razonSocial, datos: readDatos(datos), ambiente: 'testecf', demo: true },
    });
    const known = lado === 'tienda' ? accountant : { ...accountant, nombreUsuario: inImporter };
    await giveAccess(ctx, tx, await memberOf(tx, id, known, people.accountant));
    await giveAccess(ctx, tx, await memberOf(tx, id, dueno, people.owner));
    const used = plan.flatMap(({ sales }) => sales).filter((sale) => sale.lado === lado);
    await insertSecuencias(tx, rangesOf(ctx, id, lado === 'importadora' ? nearlyUsed(used) : undefined));
    ids[lado] = id;
  }
  const datos: DemoJob = { nth, dia: today, dias: days, paso: 0, total: plan.length };
  await ctx.queue.enqueue(tx, [{ clase: DEMO, empresaId: ids.tienda, sujeto: ids.tienda, datos: { ...datos } }]);
  return ids;
}

/** A person of the demonstration, as an administrator; one of an earlier demonstration is known. */
async function memberOf(
  tx: Tx,
  empresaId: string,
  { nombreUsuario, correo }: { readonly nombreUsuario: string; readonly correo: string },
  password: StoredPassword,
) {
  const personaId = (await findByCorreo(tx, correo))?.id ?? null;
  return { empresaId, rol: 'administrador', nombreUsuario, correo, password, propia: false, personaId } as const;
}

/** The share of the range of the importer's invoices that its history uses. */
const usedShare = 0.92;

/** The last number of the range of type 31 of which some sales use nearly all. */
const nearlyUsed = (sales: readonly Sale[]): number =>
  Math.round(sales.filter(({ draft }) => draft.Encabezado?.IdDoc?.TipoeCF === '31').length / usedShare);

/** The ranges of a company in each environment. @param last the last number of type 31 in the test environment */
const rangesOf = (ctx: Context, empresaId: string, last?: number) =>
  (['testecf', 'certecf', 'ecf'] as const).flatMap((ambiente) =>
    tiposECF.map((tipo) => ({
      empresa_id: empresaId,
      id: newId(ctx.clock.now()),
      ambiente,
      tipo: Number(tipo),
      desde: 1,
      hasta: (ambiente === 'testecf' && tipo === '31' ? last : undefined) ?? ultimoDePrueba(tipo),
      siguiente: 1,
      vence: expires(tipo) ? '2028-12-31' : null,
    })),
  );

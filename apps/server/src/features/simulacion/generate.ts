import { simulacion as contract } from '@timbre/contract';
import { deriveRFCE, type ECF, esResumen, headOf, type RFCE } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { compare, type Decimal, decimal, parseRNC, type TipoECF } from '@timbre/values';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { type DocumentoDeImportacion, storeDocuments } from '../../domain/comprobantes/imports/make-rows.ts';
import { judgeReferences } from '../../domain/comprobantes/issue/references.ts';
import { factsOf } from '../../domain/comprobantes/issue/store.ts';
import { isRefused, type Judging, judgeECF } from '../../domain/comprobantes/judge/complete-draft.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { abroad, type Buyer, presetBuyer } from './buyers.ts';
import type { OfSimulation } from './documents-repo.ts';
import type { Numbers } from './numbers.ts';
import type { Wanted } from './plan.ts';
import { profiles } from './profiles.ts';
import { buildReceipt, type Order } from './receipt.ts';
import { type Referral, referralsOf } from './references.ts';

/** The issuer whose receipts are generated, the numbers and the time. */
interface Generation {
  readonly issuer: Issuer;
  readonly of: OfSimulation & { readonly importacionId: string };
  readonly numbers: Numbers;
  readonly tasas: Judging['tasas'];
  readonly now: Date;
}

const umbral = decimal(contract.umbralDeConsumo);
const isNote = (tipo: TipoECF): tipo is '33' | '34' => tipo === '33' || tipo === '34';

/**
 * Generates receipts and stores them, not signed: invoices first, then the notes that modify them.
 *
 * @throws Problem `simulacion/configuracion` with the first fault of one that could not be issued; nothing is stored then
 */
export async function generate(tx: Tx, generation: Generation, wanted: readonly Wanted[]): Promise<void> {
  const { numbers, of } = generation;
  const next = new Map(numbers.first);
  const takeNumber = (tipo: TipoECF): Pick<Order, 'tipo' | 'numero' | 'vence'> => {
    const numero = next.get(tipo)!;
    next.set(tipo, numero + 1);
    return { tipo, numero, vence: numbers.expiryOf(tipo, numero) };
  };
  const orderOf = (one: Wanted, referral?: Referral): Order => {
    const monto = referral?.monto ?? one.monto ?? decimal(profiles[one.tipo].monto);
    const comprador = referral?.comprador === undefined ? buyerOf(one, monto, of.rnc) : referral.comprador;
    const { tipoPago } = one;
    const order = { ...takeNumber(one.tipo), monto, tipoPago, comprador };
    return referral === undefined ? order : { ...order, referencia: referral.referencia };
  };

  const invoices = wanted
    .filter(({ tipo }) => !isNote(tipo))
    .flatMap((one) => Array.from({ length: one.cantidad }, () => orderOf(one)));
  const issued = await store(tx, generation, invoices);
  const modified = new Set<string>();
  for (const one of wanted) {
    const { tipo } = one;
    if (!isNote(tipo)) continue;
    const free = issued.filter((eNCF) => !modified.has(eNCF));
    const referrals = await referralsOf(tx, of, { ...one, tipo }, free.length > 0 ? free : issued);
    for (const { referencia } of referrals) modified.add(referencia.ncf);
    await store(
      tx,
      generation,
      referrals.map((referral) => orderOf(one, referral)),
    );
  }
}

/**
 * The buyer named by the caller, or the type's own. @source specification 001 §5: omitted in 43 and in 32 up to 250,000
 */
function buyerOf({ tipo, rnc, razonSocial }: Wanted, monto: Decimal, rncEmisor: string): Buyer | null {
  const preset = presetBuyer(tipo, rncEmisor);
  if (preset === null || (tipo === '32' && compare(monto, umbral) < 0)) return null;
  const normalized = rnc === undefined || abroad.has(tipo) ? rnc : (parseRNC(rnc) ?? rnc);
  const isOther = normalized !== undefined && normalized !== preset.rnc;
  return {
    rnc: normalized ?? preset.rnc,
    razonSocial: razonSocial ?? (isOther ? 'Comprador de prueba' : preset.razonSocial),
  };
}

/** Receipts judged at once: more would make other requests wait. */
const atOnce = 64;

/** Judges receipts, stores them with their summaries, and returns the eNCF of those that notes may modify. */
async function store(tx: Tx, generation: Generation, orders: readonly Order[]): Promise<readonly string[]> {
  const modifiable: string[] = [];
  for (let from = 0; from < orders.length; from += atOnce)
    modifiable.push(...(await storeSome(tx, generation, orders.slice(from, from + atOnce))));
  return modifiable;
}

async function storeSome(
  tx: Tx,
  { issuer, of, tasas, now }: Generation,
  orders: readonly Order[],
): Promise<readonly string[]> {
  const trees = orders.map((order) => buildReceipt(issuer, order, now.getTime()));
  const faults = await judgeReferences(
    tx,
    of,
    trees.map((tree) => ({ head: headOf(tree) })),
  );
  const documents = trees.flatMap((tree, i) => {
    const errores = [...judgeECF(tree, { now: now.getTime(), tasas, emisor: issuer.datos }).errores, ...faults[i]!];
    if (isRefused(errores)) refuse('simulacion/configuracion', errores.find(({ aviso }) => !aviso)?.mensaje, errores);
    const document = { ...documentOf(tree, false), errores };
    return esResumen(tree) ? [document, documentOf(summaryOf(tree), true)] : [document];
  });
  const rows = await storeDocuments(tx, issuer, { importacionId: of.importacionId, documents, now });
  const faulty = rows.find(({ estado }) => estado === 'error');
  if (faulty !== undefined)
    refuse('simulacion/configuracion', faulty.errores.find(({ aviso }) => !aviso)?.mensaje, faulty.errores);
  return rows.filter(({ tipo, es_rfce }) => tipo === 31 || (tipo === 32 && !es_rfce)).map(({ encf }) => encf);
}

/** The summary of a consumer invoice, without the security code, which comes from signing. */
function summaryOf(tree: ECF): RFCE {
  const { CodigoSeguridadeCF: _, ...Encabezado } = deriveRFCE(tree, '').Encabezado;
  return { Encabezado } as RFCE;
}

function documentOf(tree: ECF | RFCE, esRFCE: boolean): DocumentoDeImportacion {
  const facts = factsOf(tree);
  return {
    esRFCE,
    fila: null,
    tipo: tree.Encabezado.IdDoc.TipoeCF,
    eNCF: facts.encf,
    rncEmisor: facts.rnc_emisor,
    rncComprador: facts.rnc_comprador,
    razonComprador: facts.razon_comprador,
    fechaEmision: facts.fecha_emision,
    montoTotal: facts.monto_total,
    arbol: tree,
    errores: [],
  };
}

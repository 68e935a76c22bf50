import { type Estado, estadosAceptados } from '@timbre/contract';
import type { Decision, Facts, KnownNumber } from '@timbre/simulator/rehearsal';
import { add, decimal, formatDecimal, parseISODate, zero } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Core } from '../core.ts';
import { creditedBefore, findReferred, type ReferenceScope, type Referred } from '../issue/referred.ts';
import { creditsOf, statesOf } from './rehearsal-repo.ts';

/** A signed document to be judged, as it would reach the authority. */
export interface Signed {
  readonly rncEmisor: string;
  readonly eNCF: string;
  readonly tipo: number;
  readonly montoTotal: string | null;
  /** The e-CF that it modifies, if it is a note to one. */
  readonly esperaA: string | null;
  readonly xml: string;
  readonly esRFCE: boolean;
}

/** The e-CFs that some notes modify, by issuer and number: those really issued, and those of the rehearsal. */
export type Precedents = Map<string, Precedent>;

interface Precedent {
  /** Its state in the rehearsal, or the real one once it is sent; null if this platform has no such document. */
  readonly estado: Estado | null;
  /** It was lost here and its number looked up at the authority. */
  readonly conciliado: boolean;
  readonly facts: Facts;
  /** Sum of the accepted credit notes that modify it. */
  readonly credited: string;
}

const nameOf = (rncEmisor: string, encf: string) => `${rncEmisor} ${encf}`;
const isAccepted = (estado: Estado | null) => estado !== null && estadosAceptados.has(estado);

/** The e-CF that a note modifies; undefined for other documents. */
export const precedentOf = (precedents: Precedents, { rncEmisor, esperaA }: Signed): Precedent | undefined =>
  esperaA === null ? undefined : precedents.get(nameOf(rncEmisor, esperaA));

/** The known numbers that the verdict on a document depends on. */
export function knownFor(precedents: Precedents, signed: Signed): readonly KnownNumber[] {
  const precedent = precedentOf(precedents, signed);
  if (precedent === undefined || signed.esperaA === null) return [];
  const accepted = isAccepted(precedent.estado) || precedent.conciliado ? { accepted: precedent.facts } : {};
  return [{ rnc: signed.rncEmisor, eNCF: signed.esperaA, credited: precedent.credited, ...accepted }];
}

/** Records the decision on a document, for the notes that follow it. */
export function remember(precedents: Precedents, signed: Signed, estado: Estado): void {
  const { rncEmisor, eNCF, tipo, montoTotal, esperaA } = signed;
  const own = precedents.get(nameOf(rncEmisor, eNCF));
  if (own !== undefined) precedents.set(nameOf(rncEmisor, eNCF), { ...own, estado });
  const invoice = precedentOf(precedents, signed);
  if (invoice === undefined || esperaA === null || tipo !== 34 || montoTotal === null || !isAccepted(estado)) return;
  const credited = formatDecimal(add(decimal(invoice.credited), decimal(montoTotal)), 2);
  precedents.set(nameOf(rncEmisor, esperaA), { ...invoice, credited });
}

/** Reads the e-CFs that some documents modify. @param ids of the documents, whose own amounts are not counted */
export async function readPrecedents(
  tx: Tx,
  scope: ReferenceScope,
  documents: readonly Pick<Signed, 'rncEmisor' | 'esperaA'>[],
  ids: readonly string[],
): Promise<Precedents> {
  const { empresaId, importacionId = null } = scope;
  const keys = documents.flatMap(({ rncEmisor, esperaA }) => (esperaA === null ? [] : [{ rncEmisor, encf: esperaA }]));
  if (keys.length === 0) return new Map();
  const eNCFs = keys.map(({ encf }) => encf);
  const [referred, real, rehearsed] = await Promise.all([
    findReferred(tx, scope, keys),
    creditedBefore(tx, scope, keys, ids),
    importacionId === null ? [] : creditsOf(tx, { empresaId, importacionId }, { eNCFs, except: ids }),
  ]);
  const states = await statesOf(
    tx,
    empresaId,
    referred.flatMap(({ id }) => id ?? []),
  );
  const credits = [...real, ...rehearsed.map(({ aceptado, ...of }) => ({ ...of, monto: aceptado }))];
  return new Map(
    referred.map((row) => {
      const { rncEmisor, encf, id, firmado, conciliado } = row;
      const sum = credits
        .filter((credit) => credit.rncEmisor === rncEmisor && credit.encf === encf)
        .reduce((total, { monto }) => add(total, decimal(monto)), zero);
      const isSent = firmado && row.estado !== 'firmado';
      const estado = isSent ? row.estado : (states.get(id ?? '') ?? row.estado);
      return [
        nameOf(rncEmisor, encf),
        { estado, conciliado, facts: factsOf(row), credited: formatDecimal(sum, 2) },
      ] as const;
    }),
  );
}

const factsOf = ({ monto, fecha, comprador, con_rnc }: Referred): Facts => ({
  montoTotal: monto ?? undefined,
  fechaEmision: fecha === null ? undefined : parseISODate(fecha),
  rncComprador: con_rnc && comprador !== null ? comprador : undefined,
});

/** Judges a signed document as the built-in authority does. A large one is judged in a child process. */
export function judgeSigned(
  { desk, clock }: Pick<Core, 'desk' | 'clock'>,
  ambiente: ReferenceScope['ambiente'],
  { rncEmisor, eNCF, xml, esRFCE }: Signed,
  known: readonly KnownNumber[],
): Promise<Decision> {
  return desk.rehearse(xml.length, {
    service: esRFCE ? 'enviarRFCE' : 'enviarECF',
    ambiente,
    xml,
    fileName: `${rncEmisor}${eNCF}.xml`,
    at: clock.now().getTime(),
    known,
  });
}

/** A trackId such as the authority assigns; it assigns none to a summary. */
export const trackIdOf = ({ esRFCE }: Signed): string | null => (esRFCE ? null : crypto.randomUUID());

import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { Ambiente, Mensaje, Service } from '@timbre/authority';
import { add, type Decimal, parseDecimal, type TipoECF, zero } from '@timbre/values';

/** The final decision on one document. */
export interface Decision {
  readonly estado: 'aceptado' | 'aceptado_condicional' | 'rechazado';
  readonly mensajes: readonly Mensaje[];
  /** True if the number may not be used again. */
  readonly secuenciaUtilizada: boolean;
}

/** Facts of a document that later calls may need. Texts are those of the XML; the XML itself is not stored. */
export interface Facts {
  readonly tipo?: string | undefined;
  readonly razonSocialEmisor?: string | undefined;
  readonly rncComprador?: string | undefined;
  readonly idExtranjero?: string | undefined;
  readonly razonSocialComprador?: string | undefined;
  readonly montoTotal?: string | undefined;
  readonly totalITBIS?: string | undefined;
  readonly fechaEmision?: string | undefined;
  readonly fechaFirma?: string | undefined;
  readonly codigoSeguridad?: string | undefined;
  readonly ncfModificado?: string | undefined;
}

/** One received document, with its decision. Crash tests compare with the log of these. */
export interface Reception {
  readonly trackId: string;
  readonly service: Service;
  readonly ambiente: Ambiente;
  /** Undefined if it could not be read from the document. */
  readonly rnc: string | undefined;
  readonly eNCF: string | undefined;
  readonly fileName: string;
  /** Hex digest of the bytes received. */
  readonly sha256: string;
  /** Epoch milliseconds of its reception, and of the time at which its verdict becomes available. */
  readonly at: number;
  readonly finalAt: number;
  readonly decision: Decision;
  readonly facts: Facts;
}

/** A range of numbers voided by an ANECF; sequences as numbers, both ends included. */
export interface Annulment {
  readonly ambiente: Ambiente;
  readonly rnc: string;
  readonly tipo: TipoECF;
  readonly desde: number;
  readonly hasta: number;
}

type Entry = { readonly reception: Reception } | { readonly annulment: Annulment };

/** State of one number of one issuer, used to decide a verdict. */
export interface NumberKnown {
  /** The document accepted with it. */
  readonly accepted: Pick<Reception, 'facts' | 'finalAt'> | undefined;
  /** True if no further document may use the number. */
  readonly used: boolean;
  /** Sum of the accepted credit notes that modify it. */
  readonly credited: Decimal;
}

/** All data of one number of one issuer. */
interface NumberHistory extends NumberKnown {
  readonly receptions: readonly Reception[];
  readonly accepted: Reception | undefined;
}

/** State of a number that was never received. */
export const untouched: NumberHistory = { receptions: [], accepted: undefined, used: false, credited: zero };

/** The part of the registry used to decide a verdict. */
export interface Memory {
  numberOf(ambiente: Ambiente, rnc: string, eNCF: string): NumberKnown;
  /** Whether a number was voided. `secuencia` is the ten-digit part. */
  isAnnulled(ambiente: Ambiente, rnc: string, tipo: string, secuencia: number): boolean;
}

/**
 * The authority's store. With a state file, every entry is written before its answer is sent, so that a killed process
 * restores, on its next start, everything that it ever answered.
 */
export class Registry implements Memory {
  readonly #receptions: Reception[] = [];
  readonly #byTrackId = new Map<string, Reception>();
  readonly #numbers = new Map<string, NumberHistory>();
  readonly #annulments = new Map<string, Annulment[]>();
  readonly #issuers = new Set<string>();
  #file: number | undefined;

  /**
   * Opens the registry and replays the state file if it exists. A last line cut by a crash is dropped: it was never
   * answered.
   *
   * @param stateFile path of an NDJSON file of our own; if undefined, everything is stored only in memory
   * @throws Error if the file has a broken line before its last
   */
  constructor(stateFile: string | undefined) {
    if (stateFile !== undefined) this.#file = openAndReplay(stateFile, (entry) => this.#remember(entry));
  }

  receive(reception: Reception): void {
    this.#record({ reception });
  }

  annul(annulment: Annulment): void {
    this.#record({ annulment });
  }

  numberOf(ambiente: Ambiente, rnc: string, eNCF: string): NumberHistory {
    return this.#numbers.get(numberKey(ambiente, rnc, eNCF)) ?? untouched;
  }

  /** Whether any document of this issuer was ever received. */
  knowsIssuer(ambiente: Ambiente, rnc: string): boolean {
    return this.#issuers.has(`${ambiente}/${rnc}`);
  }

  receptionOf(trackId: string): Reception | undefined {
    return this.#byTrackId.get(trackId);
  }

  /** Whether a number was voided. `secuencia` is the ten-digit part. */
  isAnnulled(ambiente: Ambiente, rnc: string, tipo: string, secuencia: number): boolean {
    const runs = this.#annulments.get(`${ambiente}/${rnc}/${tipo}`) ?? [];
    return runs.some((run) => run.desde <= secuencia && secuencia <= run.hasta);
  }

  /** Every document received, oldest first. */
  receptions(): readonly Reception[] {
    return this.#receptions;
  }

  /** Deletes all entries, on disk too. */
  reset(): void {
    if (this.#file !== undefined) ftruncateSync(this.#file);
    this.#receptions.length = 0;
    for (const known of [this.#byTrackId, this.#numbers, this.#annulments, this.#issuers]) known.clear();
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #record(entry: Entry): void {
    if (this.#file !== undefined) writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    this.#remember(entry);
  }

  #remember(entry: Entry): void {
    if ('annulment' in entry) {
      const { annulment } = entry;
      const key = `${annulment.ambiente}/${annulment.rnc}/${annulment.tipo}`;
      this.#annulments.set(key, [...(this.#annulments.get(key) ?? []), annulment]);
      return;
    }
    const { reception } = entry;
    this.#receptions.push(reception);
    this.#byTrackId.set(reception.trackId, reception);
    const takesNumber = reception.service === 'enviarECF' || reception.service === 'enviarRFCE';
    if (!takesNumber || reception.rnc === undefined || reception.eNCF === undefined) return;
    const before = this.numberOf(reception.ambiente, reception.rnc, reception.eNCF);
    const isAccepted = reception.decision.estado !== 'rechazado';
    this.#numbers.set(numberKey(reception.ambiente, reception.rnc, reception.eNCF), {
      ...before,
      receptions: [...before.receptions, reception],
      accepted: before.accepted ?? (isAccepted ? reception : undefined),
      used: before.used || reception.decision.secuenciaUtilizada,
    });
    this.#issuers.add(`${reception.ambiente}/${reception.rnc}`);
    if (isAccepted) this.#credit(reception, reception.rnc);
  }

  #credit({ ambiente, facts }: Reception, rnc: string): void {
    const monto = parseDecimal(facts.montoTotal ?? '');
    if (facts.tipo !== '34' || facts.ncfModificado === undefined || monto === undefined) return;
    const modified = this.numberOf(ambiente, rnc, facts.ncfModificado);
    const credited = add(modified.credited, monto);
    this.#numbers.set(numberKey(ambiente, rnc, facts.ncfModificado), { ...modified, credited });
  }
}

const numberKey = (ambiente: Ambiente, rnc: string, eNCF: string) => `${ambiente}/${rnc}/${eNCF.toUpperCase()}`;

function openAndReplay(stateFile: string, remember: (entry: Entry) => void): number {
  const file = openSync(stateFile, 'a+', 0o600);
  let rest = '';
  let wholeBytes = 0;
  for (const chunk of chunksOf(file)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      remember(JSON.parse(line) as Entry);
      wholeBytes += Buffer.byteLength(line) + 1;
    }
  }
  if (rest !== '') ftruncateSync(file, wholeBytes);
  return file;
}

/** Reads the text of a file from its beginning, a megabyte at a time. */
function* chunksOf(file: number): Generator<string> {
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.alloc(1024 * 1024);
  for (let at = 0, read = -1; read !== 0; at += read) {
    read = readSync(file, buffer, 0, buffer.length, at);
    yield decoder.write(buffer.subarray(0, read));
  }
}

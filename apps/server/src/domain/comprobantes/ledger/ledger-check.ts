import { type Estado, estadosAceptados } from '@timbre/contract';
import { formatENCF, type TipoECF } from '@timbre/values';
import { sql } from 'kysely';
import { pagesOf } from '../../../platform/db/pages.ts';
import type { Row } from '../../../platform/db/schema.ts';
import type { Db, Tx } from '../../../platform/db/transactions.ts';
import type { Remembered } from '../../../platform/events/anchors.ts';
import { platformRecord, verifyChain } from '../../../platform/events/events.ts';
import type { Seals } from '../../../platform/events/seals.ts';
import { missingFrom } from '../numbers/continuity.ts';
import type { Issued } from '../numbers/journal.ts';
import { listWrongDays, listWrongFigures } from '../queries/figures.ts';
import type { Autoridad } from '../sending/next-step.ts';
import { statesSql } from '../states.ts';
import { VOID } from '../voiding/void-repo.ts';
import { compareWithWitness, judgeRow, type LedgerRow, type PromiseCode, type Witnessed } from './ledger-rules.ts';

/** A broken promise: of which company or record, and how. */
export interface Finding {
  readonly promise: PromiseCode;
  readonly rnc: string;
  /** The number or object concerned, with its id if it has one. */
  readonly about: string;
  readonly what: string;
}

/** External evidence that the database is compared with. */
export interface Evidence {
  readonly now: Date;
  readonly seals: Seals;
  /** The state of the event records that the anchors store. */
  readonly remembered?: Remembered['records'];
  /** The authority that the attempts were made at: it decides how far apart two look-ups must be. */
  readonly autoridad: Autoridad;
  /** Highest number of each series in the issue journal. */
  readonly journal?: readonly Issued[];
  /** All documents that the authority received, oldest first. */
  readonly witnessed?: readonly Witnessed[];
}

const PAGE = 500;
/** Numbers of a range that one query checks. */
const WINDOW = 10_000;

type Report = (finding: Finding) => void;

/**
 * Checks every promise over the whole database, page by page. Each page is one snapshot. Nothing is locked: the servers
 * may continue to work.
 *
 * @param report called with each broken promise at once
 * @returns how many signed documents were checked
 */
export async function checkLedger(db: Db, evidence: Evidence, report: Report): Promise<number> {
  const witness = groupWitnessed(evidence.witnessed ?? []);
  const known = new Set<string>();
  const seen = new Set<string>();
  let count = 0;
  const pages = pagesOf<Pick<Row<'empresa'>, 'id' | 'rnc'>>(PAGE, (last) =>
    db.system((tx) => {
      const page = tx
        .selectFrom('empresa')
        .select(['id', 'rnc'])
        .where('rnc', '>', last?.rnc ?? '');
      return page.orderBy('rnc').limit(PAGE).execute();
    }),
  );
  for await (const companies of pages)
    for (const { id, rnc } of companies) {
      const inCompany = (promise: PromiseCode, about: string, what: string) => report({ promise, rnc, about, what });
      const issuers = new Set<string>();
      for await (const rows of documentsOf(db, id))
        for (const row of rows) {
          count += 1;
          issuers.add(row.rnc_emisor);
          known.add(keyOf(row));
          checkRow(row, evidence, witness, report);
        }
      await checkTwins(db, id, inCompany);
      await checkRanges(db, id, [...issuers], inCompany);
      seen.add(id);
      await checkRecord(db, evidence, id, inCompany);
      await checkAccepted(db, id, inCompany);
      await checkKeys(db, id, inCompany);
      await checkFigures(db, id, inCompany);
      await checkVoided(db, id, inCompany);
      await checkNotes(db, id, inCompany);
    }
  for (const id of new Set([platformRecord, ...(evidence.remembered?.keys() ?? [])])) {
    if (seen.has(id)) continue;
    const name = id === platformRecord ? 'plataforma' : id;
    await checkRecord(db, evidence, id, (promise, about, what) => report({ promise, rnc: name, about, what }));
  }
  await checkWitnessed(db, witness, known, report);
  await checkJournal(db, evidence.journal ?? [], report);
  return count;
}

type Witness = ReadonlyMap<string, readonly Witnessed[]>;

const keyOf = (row: LedgerRow) => `${row.ambiente} ${row.rnc_emisor} ${row.encf}`;

function groupWitnessed(witnessed: readonly Witnessed[]): Witness {
  const groups = new Map<string, Witnessed[]>();
  for (const reception of witnessed) {
    if (reception.service !== 'enviarECF' && reception.service !== 'enviarRFCE') continue;
    const key = `${reception.ambiente} ${reception.rnc} ${reception.eNCF}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [reception]);
    else group.push(reception);
  }
  return groups;
}

/** A signed document, by itself and compared with what the authority received. */
function checkRow(row: LedgerRow, { now, autoridad, witnessed }: Evidence, witness: Witness, report: Report): void {
  const receptions = witnessed === undefined ? undefined : (witness.get(keyOf(row)) ?? []);
  const own = receptions?.filter(({ service }) => (service === 'enviarRFCE') === row.es_rfce);
  const travels = row.resumen_estado === null;
  const broken = [
    ...judgeRow(row, now, autoridad),
    ...(own !== undefined && travels ? compareWithWitness(row, own) : []),
  ];
  const about = `${row.ambiente} ${row.encf} ${row.id}`;
  for (const [promise, what] of broken) report({ promise, rnc: row.rnc_emisor, about, what });
}

/** I4: every number that the authority holds as used is of a known document, or was lost and looked up there. */
async function checkWitnessed(db: Db, witness: Witness, known: ReadonlySet<string>, report: Report): Promise<void> {
  for (const [key, receptions] of witness) {
    if (known.has(key) || !receptions.some(({ decision }) => decision.secuenciaUtilizada)) continue;
    const { rnc = '', ambiente, eNCF } = receptions[0]!;
    if (await isReconciled(db, receptions[0]!)) continue;
    report({ promise: 'I4', rnc, about: `${ambiente} ${eNCF}`, what: 'la autoridad lo tiene y aquí no está' });
  }
}

/** I8: every number of the issue journal is in the database. */
async function checkJournal(db: Db, journal: readonly Issued[], report: Report): Promise<void> {
  for (const { rncEmisor: rnc, tipo, numero, ambiente } of await db.system((tx) => missingFrom(tx, journal))) {
    const about = `${ambiente} ${formatENCF(String(tipo) as TipoECF, numero)}`;
    report({ promise: 'I8', rnc, about, what: 'está en el diario y no en la base de datos' });
  }
}

/** Every signed document of a company, page by page, in the order of its ids. */
const documentsOf = (db: Db, empresaId: string): AsyncGenerator<readonly LedgerRow[]> =>
  pagesOf(PAGE, async (last) => {
    const { rows } = await db.tenant(empresaId, (tx) =>
      sql<LedgerRow>`
        select d.id, d.ambiente, d.rnc_emisor, d.encf, d.es_rfce, d.estado, d.codigo, d.mensajes, d.ocupa_numero,
          d.secuencia_utilizada, d.xml, d.xml_sha256, d.origen, d.asentado_por is not null as asentado, d.errores <> '[]' or d.intento_base > 0 as espera_persona, resumen.estado as resumen_estado, t.en as proximo,
          coalesce((
            select json_agg(json_build_object('operacion', i.operacion, 'resultado', i.resultado, 'trackId', i.track_id,
              'en', round(extract(epoch from coalesce(i.terminado, i.iniciado)) * 1000), 'sha256', encode(i.sha256, 'hex'),
              'vigente', i.numero > d.intento_base) order by i.numero)
            from intento i where i.empresa_id = d.empresa_id and i.documento_id = d.id
          ), '[]') as intentos
        from documento d
        left join documento resumen on resumen.empresa_id = d.empresa_id and resumen.resume_a = d.id
        left join trabajo t on t.clase = 'envio' and t.empresa_id = d.empresa_id and t.sujeto = d.id
        where d.empresa_id = ${empresaId} and d.id > ${last?.id ?? '00000000-0000-0000-0000-000000000000'} and d.xml_sha256 is not null
        order by d.id limit ${PAGE}`.execute(tx),
    );
    return rows;
  });

type InCompany = (promise: PromiseCode, about: string, what: string) => void;

/** I1: of the documents with one number, all but one were rejected with the number unused. */
async function checkTwins(db: Db, empresaId: string, report: InCompany): Promise<void> {
  const { rows } = await db.tenant(empresaId, (tx) =>
    sql<LedgerRow & { ids: string[] }>`
      select d.ambiente, d.encf, array_agg(d.id::text order by d.orden) as ids from documento d
      where d.empresa_id = ${empresaId} and d.xml_sha256 is not null
        and (d.estado <> 'rechazado' or d.secuencia_utilizada is distinct from false)
      group by d.ambiente, d.rnc_emisor, d.encf, d.es_rfce having count(*) > 1 limit ${PAGE}`.execute(tx),
  );
  for (const { ambiente, encf, ids } of rows)
    report('I1', `${ambiente} ${encf}`, `es de ${ids.length} comprobantes: ${ids.join(' ')}`);
}

/** I2: every number from a range's start to its next has a document, is voided, or was lost and looked up at the authority. */
async function checkRanges(db: Db, empresaId: string, issuers: readonly string[], report: InCompany): Promise<void> {
  const ranges = await db.tenant(empresaId, (tx) =>
    tx
      .selectFrom('secuencia')
      .select(['ambiente', 'tipo', 'desde', 'siguiente', 'ajenos'])
      .where('empresa_id', '=', empresaId)
      .where('tipo', '>', 0)
      .execute(),
  );
  for (const { ambiente, tipo, desde, siguiente, ajenos } of ranges) {
    const voided = await db.tenant(empresaId, (tx) => voidedIn(tx, empresaId, { ambiente, tipo, desde, siguiente }));
    for (let first = Math.max(desde, ajenos + 1), last = 0; first < siguiente; first = last + 1) {
      const next = voided.find(({ hasta }) => hasta >= first);
      if (next !== undefined && next.desde <= first) {
        last = next.hasta;
        continue;
      }
      last = Math.min(siguiente, first + WINDOW, next?.desde ?? siguiente) - 1;
      const { rows } = await db.tenant(empresaId, (tx) =>
        sql<{ desde: number; hasta: number }>`
          select min(numero) as desde, max(numero) as hasta from (
            select numero, numero - row_number() over (order by numero) as run
            from (
              select generate_series(${first}::bigint, ${last}::bigint) as numero
              except
              select numero from documento where empresa_id = ${empresaId} and ambiente = ${ambiente} and tipo = ${tipo}
                and rnc_emisor = any(${issuers}::text[]) and xml_sha256 is not null and numero between ${first} and ${last}
              except
              select numero from numero_conciliado where empresa_id = ${empresaId} and ambiente = ${ambiente}
                and tipo = ${tipo} and numero between ${first} and ${last}
            ) missing
          ) runs group by run order by 1`.execute(tx),
      );
      for (const { desde: from, hasta: to } of rows) {
        const eNCF = (numero: number) => formatENCF(String(tipo) as TipoECF, numero);
        report('I2', `${ambiente} ${eNCF(from)}`, from === to ? 'falta' : `faltan hasta ${eNCF(to)}`);
      }
    }
  }
}

/** The voided runs before the next number of a range, in order: only numbers between them are checked. */
async function voidedIn(
  tx: Tx,
  empresaId: string,
  { ambiente, tipo, desde, siguiente }: Pick<Row<'secuencia'>, 'ambiente' | 'tipo' | 'desde' | 'siguiente'>,
): Promise<readonly Pick<Row<'anulacion'>, 'desde' | 'hasta'>[]> {
  return tx
    .selectFrom('anulacion')
    .select(['desde', 'hasta'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('tipo', '=', tipo)
    .where('estado', '<>', 'rechazado')
    .where('hasta', '>=', desde)
    .where('desde', '<', siguiente)
    .orderBy('desde')
    .execute();
}

/** I9: the event record is complete, and contains what the anchors store of it. */
async function checkRecord(db: Db, { seals, remembered }: Evidence, id: string, report: InCompany): Promise<void> {
  const { broken } = await verifyChain({ db, seals }, id, remembered?.get(id));
  if (broken !== undefined) report('I9', `evento ${broken.seq}`, broken.what);
}

/** I7: documents that the event record shows as accepted are still accepted. */
async function checkAccepted(db: Db, empresaId: string, report: InCompany): Promise<void> {
  const pages = pagesOf<AcceptedEvent>(PAGE, (last) =>
    db.tenant(empresaId, (tx) => acceptedEvents(tx, empresaId, last?.seq ?? 0)),
  );
  for await (const rows of pages)
    for (const { sujeto, encf, estado } of rows)
      if (estado === null || !estadosAceptados.has(estado))
        report('I7', `${encf} ${sujeto}`, `fue aceptado y está ${estado ?? 'ausente'}`);
}

interface AcceptedEvent {
  readonly seq: number;
  readonly sujeto: string;
  readonly encf: string;
  readonly estado: Estado | null;
}

async function acceptedEvents(tx: Tx, empresaId: string, after: number): Promise<AcceptedEvent[]> {
  const { rows } = await sql<AcceptedEvent>`
    select e.seq, e.sujeto, e.datos->>'eNCF' as encf, d.estado from evento e
    left join documento d on d.empresa_id = e.empresa_id and d.id = e.sujeto
    where e.empresa_id = ${empresaId} and e.seq > ${after} and e.tipo = 'documento'
      and e.datos->'documento'->>'estado' in (${statesSql.accepted})
    order by e.seq limit ${PAGE}`.execute(tx);
  return rows;
}

/** I10: every idempotency key points to a document that exists. */
async function checkKeys(db: Db, empresaId: string, report: InCompany): Promise<void> {
  const { rows } = await db.tenant(empresaId, (tx) =>
    sql<{ clave: string; documento_id: string }>`
      select i.clave, i.documento_id from idempotencia i
      where i.empresa_id = ${empresaId} and not exists (
        select from documento d where d.empresa_id = i.empresa_id and d.id = i.documento_id and d.xml_sha256 is not null)
      order by i.clave limit ${PAGE}`.execute(tx),
  );
  for (const { clave, documento_id } of rows) report('I10', `${clave} ${documento_id}`, 'el comprobante no existe');
}

/** I11: the figures maintained by increments equal a count of all documents. */
async function checkFigures(db: Db, empresaId: string, report: InCompany): Promise<void> {
  const wrong = await db.tenant(empresaId, (tx) => listWrongFigures(tx, empresaId));
  for (const { ambiente, tipo, stored, counted } of wrong)
    report('I11', `${ambiente} E${tipo}`, `dicen ${stored} y los comprobantes suman ${counted}`);
  const days = await db.tenant(empresaId, (tx) => listWrongDays(tx, empresaId));
  for (const { ambiente, dia, tipo, clase, stored, counted } of days)
    report('I11', `${ambiente} E${tipo} ${dia} ${clase}`, `dicen ${stored} y los comprobantes suman ${counted}`);
}

/** I12: no voided number is of a document or of another annulment, and an annulment without an answer has its job. */
async function checkVoided(db: Db, empresaId: string, report: InCompany): Promise<void> {
  const { rows } = await db.tenant(empresaId, (tx) =>
    sql<{ ambiente: string; tipo: number; numero: number; what: string }>`
      with vigente as (select * from anulacion where empresa_id = ${empresaId} and estado <> 'rechazado')
      select a.ambiente, a.tipo, d.numero, 'está anulado y es del comprobante ' || d.id as what from vigente a
      join documento d on d.empresa_id = a.empresa_id and d.ambiente = a.ambiente and d.rnc_emisor = a.rnc_emisor
        and d.tipo = a.tipo and d.numero between a.desde and a.hasta and d.xml_sha256 is not null
      union all
      select a.ambiente, a.tipo, greatest(a.desde, b.desde), 'está en dos anulaciones: ' || a.id || ' ' || b.id
      from vigente a join vigente b on b.ambiente = a.ambiente and b.rnc_emisor = a.rnc_emisor and b.tipo = a.tipo
        and b.id > a.id and b.desde <= a.hasta and b.hasta >= a.desde
      union all
      select a.ambiente, a.tipo, a.desde, 'su anulación ' || a.id || ' no llegó a la autoridad y nada la envía' from vigente a
      where a.estado in ('pendiente', 'enviado') and not exists (
        select from trabajo t where t.clase = ${VOID} and t.empresa_id = a.empresa_id and t.sujeto = a.id)
      limit ${PAGE}`.execute(tx),
  );
  for (const { ambiente, tipo, numero, what } of rows)
    report('I12', `${ambiente} ${formatENCF(String(tipo) as TipoECF, numero)}`, what);
}

/**
 * I13: the stored facts of credit notes are those of their signed bytes, and the total of a document's notes that were
 * not rejected does not exceed its own.
 */
async function checkNotes(db: Db, empresaId: string, report: InCompany): Promise<void> {
  const { rows } = await db.tenant(empresaId, (tx) =>
    sql<{ ambiente: string; encf: string; id: string; what: string }>`
      with nota as materialized (
        select n.id, n.ambiente, n.encf, n.anula, n.modifica, n.estado, left(n.xml, 16384) as cabecera,
          substring(n.xml from '<NCFModificado>([^<]*)<') as modificado,
          n.xml like '%<CodigoModificacion>1</CodigoModificacion>%' as dice_anular
        from documento n where n.empresa_id = ${empresaId} and n.tipo = 34 and not n.es_rfce and n.xml_sha256 is not null
          and n.modifica is not null
      ), suma as (
        select modifica, sum(substring(cabecera from '<MontoTotal>([0-9.]+)<')::numeric) as monto from nota
        where estado <> 'rechazado' group by modifica
      )
      select n.ambiente, n.encf, n.id, 'dice que anula: ' || n.anula || ', y sus bytes: ' || n.dice_anular as what from nota n
      where n.anula <> n.dice_anular
      union all
      select n.ambiente, n.encf, n.id, 'está enlazada con ' || m.encf || ' y modifica ' || n.modificado from nota n
      join documento m on m.empresa_id = ${empresaId} and m.id = n.modifica where m.encf <> n.modificado
      union all
      select m.ambiente, m.encf, m.id, 'es por ' || m.monto_total || ' y sus notas de crédito suman ' || s.monto from suma s
      join documento m on m.empresa_id = ${empresaId} and m.id = s.modifica where s.monto > m.monto_total
      limit ${PAGE}`.execute(tx),
  );
  for (const { ambiente, encf, id, what } of rows) report('I13', `${ambiente} ${encf} ${id}`, what);
}

/** Whether a number without a document was lost and looked up at the authority. */
async function isReconciled(db: Db, { ambiente, rnc, eNCF = '' }: Witnessed): Promise<boolean> {
  const { rows } = await db.system((tx) =>
    sql`
      select 1 from numero_conciliado where ambiente = ${ambiente} and rnc_emisor = ${rnc}
        and tipo = ${Number(eNCF.slice(1, 3))} and numero = ${Number(eNCF.slice(3))}`.execute(tx),
  );
  return rows.length > 0;
}

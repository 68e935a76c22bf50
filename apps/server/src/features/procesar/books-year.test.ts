import { procesar, reportes } from '@timbre/contract';
import { documentEntities, recordEntities } from '@timbre/quickbooks';
import { type AccountMapping, formatOf, rowFromTexts } from '@timbre/reports';
import {
  type CompanyYear,
  type QuickBooksRecord,
  secondIT1,
  secondQuickBooks,
  secondReading,
} from '@timbre/reports/testing';
import { addMonths, type Periodo } from '@timbre/values';
import { expect, test } from 'vitest';
import { daysOf } from '../../domain/reports/scope.ts';
import { openSession } from '../../main/testing/people.ts';
import type { Stranger } from '../../main/testing/stranger.ts';
import { connectedEmpresa, withQuickBooks } from '../quickbooks/testing/server.ts';

// A year of the company that the QuickBooks simulator invents: read by runs month by month, completed by a person, and
// reported. The 606, the 607 and the IT-1 must equal those of a second implementation, which reads the documents as
// QuickBooks returns them.

const server = withQuickBooks({ perMonth: 60, desde: '2026-01-01' });
const months = Array.from({ length: 12 }, (_, i) => addMonths('202601' as Periodo, i));
const tipos = ['606', '607'] as const;
type Tipo = (typeof tipos)[number];
let empresa: Stranger;
let key: string;
/** The whole year by the second implementation. */
let theirs: ReturnType<typeof secondQuickBooks>;

/** Accounts by number; those left out are known by their names. */
const mapeo: AccountMapping = {
  mapping606: {
    monto_facturado_bienes: ['5101', '1301'],
    monto_facturado_servicios: ['6201', '6202'],
    campo12: ['2202'],
  },
  mapping607: { monto_facturado_ventas: ['4101'], campo17: ['1101'] },
  mapeoTipos606: {
    ...{ 5101: '09', 1301: '09', 6201: '02', 6202: '03', 6203: '02', 6205: '02', 6206: '11', 6207: '02', 6208: '02' },
    6209: '02',
  },
  mapeoTipos607: { 4101: 1 },
};

/** Opens QuickBooks with a token of its own, without the client. */
async function openBooks() {
  const { baseUrl } = server.ctx.config.quickbooks;
  const { realm } = server.quickbooks.control.settings();
  const redirect_uri = 'http://otra.ejemplo/';
  const asked = new URLSearchParams({ redirect_uri, state: '1', decision: 'conectar' });
  const back = await fetch(`${baseUrl}/connect/oauth2?${asked}`, { redirect: 'manual' });
  const code = new URL(back.headers.get('location')!).searchParams.get('code')!;
  const granted = await fetch(`${baseUrl}/oauth2/v1/tokens/bearer`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('otra:aplicacion')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  });
  const { access_token } = (await granted.json()) as { access_token: string };
  return async (entity: string, where: string): Promise<QuickBooksRecord[]> => {
    const query = `select * from ${entity} ${where} MAXRESULTS 1000`;
    const answer = await fetch(`${baseUrl}/v3/company/${realm}/query?${new URLSearchParams({ query })}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const { QueryResponse: byEntity } = (await answer.json()) as {
      QueryResponse: Record<string, QuickBooksRecord['json'][]>;
    };
    return (byEntity[entity] ?? []).map((json) => ({ entity, json }));
  };
}

/** The receipts that the second implementation reads from the documents, in the order in which the runs read them. */
async function readAgain() {
  const read = await openBooks();
  const records = (await Promise.all(recordEntities.map((each) => read(each, 'where Active in (true, false)')))).flat();
  const documents: QuickBooksRecord[] = [];
  for (const { desde, hasta } of months.map(daysOf))
    for (const each of documentEntities)
      documents.push(
        ...(await read(each, `where TxnDate >= '${desde}' and TxnDate <= '${hasta}' ORDERBY TxnDate DESC`)),
      );
  return secondQuickBooks({ declarant: { rnc: empresa.rnc }, mapeo, records, documents });
}

const rowsOf = async (tipo: Tipo, periodo: Periodo) => {
  const query = { periodo, cuantos: 1_000 };
  return (await server.call(reportes.listarComprobantes, { params: { tipo }, query }, key)).body.comprobantes;
};

test('monthly runs read all of the books; unreportable documents are those of the second implementation', async () => {
  server.clock.advance(new Date('2027-01-10T12:00:00Z').getTime() - server.clock.now().getTime());
  await server.app.runner.start();
  empresa = await connectedEmpresa(server, null, mapeo);
  key = await openSession(server, empresa.usuarioId);
  theirs = await readAgain();
  let omitted = 0;
  const faults: string[] = [];
  for (const periodo of months) {
    const { desde: fechaInicio, hasta: fechaFin } = daysOf(periodo);
    const { body } = await server.call(procesar.procesarReportes, { body: { fechaInicio, fechaFin } }, key);
    const view = async () =>
      (await server.call(procesar.verEjecucion, { params: { id: body.ejecucion.ID } }, key)).body;
    await expect.poll(view).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 60 });
    omitted += (await view()).omitidos;
    const unreported = await server.call(reportes.documentosSinReportar, { query: { periodo } }, key);
    faults.push(...unreported.body.documentos.map(({ id, codigo }) => `${id} ${codigo}`));
  }
  const expected = [
    ...theirs.failures.map(([id, code]) => `${id} ${code}`),
    ...theirs.repeated.map((id) => `${id} QB-REPETIDO`),
  ];
  // A document without a day is reported in every month.
  expect([...new Set(faults)].sort()).toEqual(expected.sort());
  expect(omitted).toBe(theirs.omitted.length);
  expect(Math.min(theirs.failures.length, theirs.omitted.length, theirs.repeated.length)).toBeGreaterThan(4);
});

/** The lines of a month by the second implementation. */
const linesOf = (year: CompanyYear, tipo: Tipo, periodo: Periodo) => secondReading(year)[tipo].get(periodo) ?? [];

test.each(tipos)('before any answer, the rows of the %s are those of the second implementation', async (tipo) => {
  const fields = formatOf(tipo).fields.map((field) => field.key);
  let rows = 0;
  for (const periodo of months) {
    const shown = await rowsOf(tipo, periodo);
    const number = fields.indexOf('ncf');
    const expected = new Map(linesOf(theirs.year, tipo, periodo).map((line) => [keyOf(line.split('|')), line]));
    function keyOf(line: readonly string[]) {
      return `${line[number]} ${line[0]}`;
    }
    expect(shown).toHaveLength(expected.size);
    for (const { id, ncf, fila, pendientes } of shown) {
      const line = expected.get(`${ncf} ${fila[fields[0]!] ?? ''}`)?.split('|') ?? [];
      const values = fields.map((field) => (fila[field] ?? '').replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3'));
      // A zero amount may be an empty field; a field in question may have a suggestion.
      const differ = fields.filter(
        (field, i) => values[i] !== line[i] && !(values[i] === '0.00' && line[i] === '') && !pendientes.includes(field),
      );
      expect([id, differ]).toEqual([id, []]);
      rows++;
    }
  }
  expect(rows).toBeGreaterThan(300);
});

type Row = reportes.ComprobanteDeReporte;

/**
 * A person's answers to the missing fields of a row, by field. A field without an answer here must be corrected in
 * QuickBooks.
 */
const answerOf: Readonly<Record<string, (fila: Row['fila'], at: number) => string | undefined>> = {
  tipo_bienes_servicios: () => '02',
  monto_servicios: ({ monto_servicios }) => monto_servicios ?? '0.00',
  itbis_costo: ({ itbis_facturado }, at) => (at % 5 === 0 ? itbis_facturado : '0.00'),
  itbis_proporcionalidad: ({ itbis_facturado }, at) => (at % 7 === 1 ? itbis_facturado : '0.00'),
  itbis_retenido: ({ itbis_retenido }) => itbis_retenido ?? '0.00',
  retencion_renta: ({ retencion_renta }) => retencion_renta ?? '0.00',
  tipo_retencion_isr: () => '02',
  forma_pago: () => '06',
  fecha_pago: ({ fecha_comprobante }) => fecha_comprobante,
  fecha_retencion: ({ fecha_comprobante }) => fecha_comprobante,
};

/** The answers of a row; every fourth bill was paid on its day. */
function answersTo({ fila, pendientes }: Row, at: number): Record<string, string> {
  const isPaid = at % 4 === 0 && fila.forma_pago === '04';
  const answered = pendientes.flatMap((field) => {
    const answer = answerOf[field]?.(fila, at);
    return answer === undefined ? [] : [[field, answer] as const];
  });
  return {
    ...Object.fromEntries(answered),
    ...(isPaid && { forma_pago: '02', fecha_pago: fila.fecha_comprobante! }),
  };
}

/** The receipt of a row. */
const receiptOf = (id: string) => id.replace(/\|\w+$/, '');
const answers: Record<Tipo, Map<string, Record<string, string>>> = { '606': new Map(), '607': new Map() };
const excluded: Record<Tipo, Set<string>> = { '606': new Set(), '607': new Set() };

async function change(tipo: Tipo, cambios: { id: string; respuestas: Record<string, string>; excluido?: string }[]) {
  if (cambios.length === 0) return;
  for (const { id, respuestas, excluido } of cambios)
    if (excluido !== undefined) excluded[tipo].add(receiptOf(id));
    else answers[tipo].set(receiptOf(id), { ...answers[tipo].get(receiptOf(id)), ...respuestas });
  const { status } = await server.call(reportes.responderComprobantes, { params: { tipo }, body: { cambios } }, key);
  expect(status).toBe(200);
}

/**
 * Answers every field that can be answered, including those that an answer makes necessary. Excludes the remaining
 * rows, and those that break a rule.
 */
async function complete(tipo: Tipo, periodo: Periodo): Promise<void> {
  const pending = async () => (await rowsOf(tipo, periodo)).filter(({ pendientes }) => pendientes.length > 0);
  const exclude = (ids: readonly string[]) =>
    change(
      tipo,
      [...new Set(ids)].map((id) => ({ id, respuestas: {}, excluido: 'Se corrige en QuickBooks' })),
    );
  for (const pass of [0, 1, 2]) {
    const cambios = (await pending()).map((row, at) => ({
      id: row.id,
      respuestas: answersTo(row, pass === 0 ? at : 1),
    }));
    await change(
      tipo,
      cambios.filter(({ respuestas }) => Object.keys(respuestas).length > 0),
    );
  }
  await exclude((await pending()).map(({ id }) => id));
  const problems = await server.call(reportes.problemasDeReporte, { params: { tipo }, query: { periodo } }, key);
  await exclude(problems.body.problemas.filter(({ gravedad }) => gravedad === 'error').map(({ id }) => id));
}

/** The year by the second implementation, with the person's answers and without the excluded receipts. */
function completed(): CompanyYear {
  const { year } = theirs;
  const nameOf = ({ emisor, ncf }: { emisor: { id?: string | undefined }; ncf: string }) => `${emisor.id ?? ''}|${ncf}`;
  const withAnswers = <Entry extends CompanyYear['purchases'][number] | CompanyYear['sales'][number]>(
    tipo: Tipo,
    entries: readonly Entry[],
  ): Entry[] =>
    entries
      .filter(({ receipt }) => !excluded[tipo].has(nameOf(receipt)))
      .map((entry) => {
        const texts = answers[tipo].get(nameOf(entry.receipt)) ?? {};
        return { ...entry, answers: { ...entry.answers, ...rowFromTexts(tipo, texts) } };
      });
  return { ...year, purchases: withAnswers('606', year.purchases), sales: withAnswers('607', year.sales) };
}

/**
 * Sales that the DGII already has from their e-CF, and those to consumers below RD$250,000, are not lines of the 607.
 */
function isDetail(line: string): boolean {
  const [, , ncf = '', , , , , ...amounts] = line.split('|');
  const [billed = 0, itbis = 0, , , , , isc = 0, other = 0, tip = 0] = amounts.map(Number);
  return ncf.startsWith('B') && (!ncf.startsWith('B02') || billed + itbis + isc + other + tip >= 250_000);
}

test('the TXT of each month, completed by a person, has the lines of the second implementation', async () => {
  for (const tipo of tipos) for (const periodo of months) await complete(tipo, periodo);
  const year = completed();
  const lines = { '606': 0, '607': 0 };
  for (const tipo of tipos)
    for (const periodo of months) {
      const { desde: fechaDesde, hasta: fechaHasta } = daysOf(periodo);
      const input = { params: { tipo }, query: { fechaDesde, fechaHasta } };
      const { text } = await server.call(reportes.exportarTxt, input, key);
      const expected = linesOf(year, tipo, periodo).filter((line) => tipo === '606' || isDetail(line));
      const [header, ...body] = text.split('\r\n');
      expect(header).toBe(`${tipo}|${empresa.rnc}|${periodo}|${expected.length}`);
      expect(body.sort()).toEqual(expected.sort());
      lines[tipo] += body.length;
    }
  expect(Math.min(lines['606'], lines['607'])).toBeGreaterThan(80);
});

test('the boxes of the IT-1 of each month are those of the second implementation', async () => {
  const year = completed();
  const paid = new Set(Array.from({ length: 8 }, (_, i) => `A${12 + i}`));
  let filled = 0;
  for (const periodo of months) {
    const { desde: fechaDesde, hasta: fechaHasta } = daysOf(periodo);
    const generate = async (tipo: Tipo | 'it1') => {
      const body = { fechaDesde, fechaHasta, leerQuickBooks: false };
      const begun = await server.call(reportes.generarReporte, { params: { tipo }, body }, key);
      const params = { tipo, id: begun.body._id } as const;
      const view = async () => (await server.call(reportes.verReporte, { params }, key)).body;
      await expect.poll(view).toMatchObject({ estado: 'listo' });
      return view();
    };
    for (const tipo of tipos) await generate(tipo);
    const { resumen } = await generate('it1');
    const expected = secondIT1(year, periodo);
    for (const { id, valor } of [...resumen!.anexoA, ...resumen!.formulario]) {
      if (paid.has(id)) continue;
      const units = BigInt(valor.replace('.', ''));
      expect([periodo, id, units]).toEqual([periodo, id, expected.get(id) ?? 0n]);
      if (units !== 0n) filled++;
    }
  }
  expect(filled).toBeGreaterThan(300);
});

// How long one call with the largest document blocks the server's main thread: the worst delay of its event loop from the
// call until the work that it started is done. Each call is made in several rounds and the smallest delay counts, because
// other load on the machine only adds to it. TIMBRE_BENCH_ENGINE=postgresql runs it on PostgreSQL.
import { randomUUID } from 'node:crypto';
import { computeTotals, documentLimits, writeDocument } from '@timbre/ecf';
import { formatFecha, formatFechaHora } from '@timbre/values';
import { FormData } from 'undici';
import { type IssuingServer, startIssuingServer } from './issuing-server.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

const mostMs = 50;
const rounds = 3;
/** Name of the baseline without a call: the resolution of the clock and the other load on the machine. */
const nothing = 'no call at all';
const delayMetric = 'timbre_event_loop_delay_seconds{quantile="1"}';

/** A request, and the expected status of its response. */
interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string | (() => FormData);
  readonly headers?: Record<string, string>;
  readonly status: number;
}

export default async function stall(): Promise<BenchResult> {
  if (process.env.TIMBRE_BENCH_ENGINE !== 'postgresql') return measure('');
  return withDatabase(measure);
}

async function measure(DATABASE_URL: string): Promise<BenchResult> {
  const issuing = await startIssuingServer({
    env: { DATABASE_URL },
    connections: 4,
  });
  try {
    const delays = new Map<string, number[]>();
    const note = (name: string, ms: number) => delays.set(name, [...(delays.get(name) ?? []), ms]);
    const { apiKey, rncEmisor } = await logIn(issuing);
    const delayMs = async () => (await issuing.metric(delayMetric)) * 1_000;
    /** Makes a call and waits for the work that it started. Returns the text of the response. */
    const make = async (name: string, { method, path, body, headers, status }: Call): Promise<string> => {
      await delayMs();
      const answer = await issuing.request(method, path, {
        headers: { 'x-api-key': apiKey, ...headers },
        body: typeof body === 'function' ? body() : (body ?? null),
      });
      if (answer.status !== status)
        throw new Error(`${name} was answered ${answer.status}: ${answer.text.slice(0, 600)}`);
      const drained = async () => (await issuing.metric('timbre_jobs{clase="envio"}')) === 0;
      // Reading the delay resets it, so every reading is recorded.
      let ms = await delayMs();
      while (!(await drained())) {
        ms = Math.max(ms, await delayMs());
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      note(name, ms);
      return answer.text;
    };
    for (let round = 0; round < rounds; round++) {
      await delayMs();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      note(nothing, await delayMs());
      await allCalls(make, rncEmisor, round);
    }
    const value = Math.max(...[...delays].flatMap(([name, ms]) => (name === nothing ? [] : [Math.min(...ms)])));
    const detail = Object.fromEntries(
      [...delays].map(([name, ms]) => [
        `${name}, ms`,
        ms
          .map(Math.round)
          .sort((a, b) => a - b)
          .join(' '),
      ]),
    );
    return { name: 'stall', value, unit: 'ms', limit: mostMs, ratio: mostMs / value, target: 1, detail };
  } finally {
    await issuing.stop();
  }
}

async function allCalls(make: (name: string, call: Call) => Promise<string>, rnc: string, round: number) {
  const number = 5_000_000 + round * 10;
  const xml = writeDocument('ECF', noteOf(rnc, `E34${String(number).padStart(10, '0')}`, 80));
  const faulty = xml.replaceAll('<MontoItem>', '<Monto>').replaceAll('</MontoItem>', '</Monto>');
  const sign = (text: string, status = 200): Call => ({
    method: 'POST',
    path: '/api/XmlSigner/SignXmlFromDb',
    body: () => formOf(text),
    status,
  });
  const { signedXml } = JSON.parse(await make('SignXmlFromDb', sign(xml))) as { signedXml: string };
  await make('SignXmlFromDb, the same again', sign(xml));
  await make('SignXmlFromDb, faults in every line', sign(faulty, 422));
  await make('SignXmlFromDb, another XML', sign(xml.replaceAll('ECF>', 'Otro>')));
  await make('SignXmlFromDb, cut', sign(xml.slice(0, -20), 422));
  await make('SignXmlFromDb, no lines but a text', sign(`<ECF><a>${'x'.repeat(4_800_000)}</a></ECF>`, 403));
  await make('SignXmlFromDb, a root of attributes', sign(`<Otro a="${'x'.repeat(4_800_000)}"></Otro>`, 422));

  const received: Call = { method: 'POST', path: '/api/recepcion', body: () => formOf(signedXml), status: 200 };
  const wait = { prefer: 'wait=0' };
  const altered = signedXml.replace('Tornillo', 'Tornilla');
  await make('recepcion, altered', { ...received, body: () => formOf(altered), status: 422 });
  await make('EnviarYConsultar, no summary', { ...received, path: '/api/rfce/EnviarYConsultar', status: 422 });
  const { id } = JSON.parse(await make('recepcion', { ...received, headers: wait, status: 202 })) as { id: string };
  await make('recepcion, the same again', received);
  await make('GET documento', { method: 'GET', path: `/api/documentos/${id}`, status: 200 });
  await make('GET xml', { method: 'GET', path: `/api/documentos/${id}/xml`, status: 200 });
  const json = { 'content-type': 'application/json' };
  const edit = { headers: json, body: JSON.stringify({ xml }) } as const;
  await make('xml/validar', { ...edit, method: 'POST', path: `/api/documentos/${id}/xml/validar`, status: 200 });

  const issue: Call = { method: 'POST', path: '/fe/api/emision/ecf/EnviarFactura', headers: json, status: 200 };
  const { Encabezado, ...rest } = noteOf(rnc, '', 75);
  const { Totales: _, ...head } = Encabezado;
  const body = JSON.stringify({ ...rest, Encabezado: head }, null, 2);
  const keyed = { ...issue, headers: { ...json, 'idempotency-key': randomUUID() }, body };
  await make('EnviarFactura', keyed);
  await make('EnviarFactura, the same key again', keyed);
  const unsound = body.replaceAll('PrecioUnitarioItem', 'Precio');
  await make('EnviarFactura, faults in every line', { ...issue, body: unsound, status: 422 });
  await make('EnviarFactura, lists in lists', { ...issue, body: `{"a":[${'[],'.repeat(1_500_000)}1]}`, status: 422 });
  await make('EnviarFactura, cut', { ...issue, body: body.slice(0, -9), status: 400 });

  const invoice = writeDocument('ECF', consumerInvoiceOf(rnc, `E32${String(number).padStart(10, '0')}`));
  const signed = JSON.parse(await make('SignXmlFromDb, a consumer invoice', sign(invoice))) as { signedXml: string };
  const summary = summaryOf(signed.signedXml);
  const own = JSON.parse(await make('SignXmlFromDb, its summary', sign(summary))) as { signedXml: string };
  const sent = { ...received, path: '/api/rfce/EnviarYConsultar', body: () => formOf(own.signedXml) };
  await make('EnviarYConsultar', sent);

  const small = `<ACECF>${'<a/>'.repeat(250_000)}</ACECF>`;
  const approval: Call = { method: 'POST', path: '/api/AprobacionComercial', body: () => formOf(small), status: 422 };
  await make('AprobacionComercial', { ...approval, status: 403 });
  await make('ValidarSemilla', { ...approval, path: '/api/Autenticacion/ValidarSemilla' });
  const login: Call = { method: 'POST', path: '/api/auth/login', headers: json, status: 400 };
  await make('login, 1 MB of lists', { ...login, body: `{"correo":[${'[],'.repeat(340_000)}1]}` });
  await make('login, 1 MB of names', {
    ...login,
    body: `{${Array.from({ length: 80_000 }, (_, i) => `"n${i}":1`).join()}}`,
  });
}

type Tree = Parameters<typeof writeDocument<'ECF'>>[1];

/** A credit note of 10,000 lines that modifies a paper receipt, of the largest size accepted. */
function noteOf(rnc: string, eNCF: string, padding: number): Tree {
  const Item = Array.from({ length: 10_000 }, (_, i) => ({
    NumeroLinea: String(i + 1),
    IndicadorFacturacion: '4',
    NombreItem: `Tornillo n.º ${i + 1}`,
    IndicadorBienoServicio: '1',
    DescripcionItem: 'Acero & zinc, '.repeat(30).slice(0, padding - String(i + 1).length * 2),
    CantidadItem: '1.00',
    PrecioUnitarioItem: '10.00',
    MontoItem: '10.00',
  }));
  return sized({
    Encabezado: {
      Version: '1.0',
      IdDoc: { TipoeCF: '34', eNCF, IndicadorNotaCredito: '0', TipoIngresos: '01', TipoPago: '1' },
      Emisor: {
        RNCEmisor: rnc,
        RazonSocialEmisor: 'Ferretería de Prueba, SRL',
        DireccionEmisor: 'Calle Primera 1',
        FechaEmision: formatFecha(Date.now()),
      },
      Comprador: { RNCComprador: '131246796', RazonSocialComprador: 'Constructora de Prueba, SRL' },
      Totales: {} as never,
    },
    DetallesItems: { Item },
    InformacionReferencia: {
      NCFModificado: 'B0100000001',
      FechaNCFModificado: formatFecha(Date.now()),
      CodigoModificacion: '3',
    },
    FechaHoraFirma: formatFechaHora(Date.now() - 2_000),
  });
}

/** A consumer invoice that is sent as a summary, as large as its 1,000 lines allow. */
function consumerInvoiceOf(rnc: string, eNCF: string): Tree {
  const { Encabezado, DetallesItems, FechaHoraFirma } = noteOf(rnc, eNCF, 250);
  const { IndicadorNotaCredito: _, ...IdDoc } = Encabezado.IdDoc;
  const codes = Array.from({ length: 5 }, (_, i) => ({ TipoCodigo: `T${i}`, CodigoItem: 'código '.repeat(4).trim() }));
  const Item = DetallesItems.Item.slice(0, 1_000).map((item) => ({
    ...item,
    TablaCodigosItem: { CodigosItem: codes },
    DescripcionItem: 'ñandú '.repeat(165).trim(),
  }));
  return sized({
    Encabezado: { ...Encabezado, IdDoc: { ...IdDoc, TipoeCF: '32' }, Totales: {} as never },
    DetallesItems: { Item },
    FechaHoraFirma,
  });
}

const sized = (draft: Tree): Tree => computeTotals(draft) as Tree;

/** The summary of a signed invoice, unsigned. */
function summaryOf(signedXml: string): string {
  const part = (name: string) => new RegExp(`<${name}>.*?</${name}>`).exec(signedXml)?.[0] ?? '';
  const [eNCF, emisor, total, exento] = ['eNCF', 'RNCEmisor', 'MontoTotal', 'MontoExento'].map(part);
  const names = part('RazonSocialEmisor') + part('FechaEmision');
  const buyer = `<Comprador>${part('RNCComprador')}${part('RazonSocialComprador')}</Comprador>`;
  const code = /<SignatureValue>(.{6})/.exec(signedXml)?.[1] ?? '';
  return `<RFCE><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>32</TipoeCF>${eNCF}<TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc><Emisor>${emisor}${names}</Emisor>${buyer}<Totales>${exento}${total}</Totales><CodigoSeguridadeCF>${code}</CodigoSeguridadeCF></Encabezado></RFCE>`;
}

function formOf(xml: string): FormData {
  if (xml.length > documentLimits.size) throw new Error(`The document is of ${xml.length} characters`);
  const form = new FormData();
  form.append('XmlFile', new File([xml], 'documento.xml', { type: 'text/xml' }));
  return form;
}

async function logIn({ server, request }: IssuingServer): Promise<{ apiKey: string; rncEmisor: string }> {
  const body = JSON.stringify({ correo: server.login, contrasena: server.password });
  const { text } = await request('POST', '/api/auth/login', { headers: { 'content-type': 'application/json' }, body });
  return JSON.parse(text) as { apiKey: string; rncEmisor: string };
}

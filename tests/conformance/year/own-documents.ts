import { randomUUID } from 'node:crypto';
import { utils, write } from '@e965/xlsx';
import { autoridad, borradores, configuracion, documentos, emision, importacion } from '@timbre/contract';
import { signXml } from '@timbre/xml/node';
import type { Company } from '../month/company.ts';
import type { MonthServer } from '../month/server.ts';
import { bodyOf, columnsOf, type Tree, treeOf, xmlOf } from './document-tree.ts';
import { kindOf, type Purchase, type Sale, type Voided } from './event.ts';
import { own } from './parties.ts';
import { settle } from './settle.ts';

// The own e-CF of the year, each issued on its day by its door.

type Document = Sale | Purchase;
const issuer = { rnc: own.rnc, name: own.razonSocial };

/** The current time in Santo Domingo, as a document states it: dd-MM-yyyy HH:mm:ss. */
export function signedAt({ clock }: MonthServer): string {
  const local = new Date(clock.now().getTime() - 4 * 3_600_000 - 1_000).toISOString();
  return `${local.slice(8, 10)}-${local.slice(5, 7)}-${local.slice(0, 4)} ${local.slice(11, 19)}`;
}

/** Issues the documents of a day that come by other doors than the workbook, and waits for the DGII's verdicts. */
export async function issueEach(server: MonthServer, company: Company, all: readonly Document[]): Promise<void> {
  const ids: [string, string][] = [];
  for (const one of all) {
    const isRejected = 'rejected' in one && one.rejected === true;
    if (isRejected) server.dgii.control.force({ eNCF: one.ncf, ...rejection });
    ids.push([await issue(server, company, one), isRejected ? 'rechazado' : 'aceptado']);
  }
  for (const [id, expected] of ids)
    await settle(server, `${id} is ${expected}`, async () => {
      const { estado, mensajes } = (await company.call(documentos.verDocumento, { params: { id } })).body;
      if (['aceptado', 'rechazado', 'aceptado_condicional'].includes(estado) && estado !== expected)
        throw new Error(`${estado}: ${JSON.stringify(mensajes)}`);
      return estado === expected;
    });
}

const rejection = {
  estado: 'rechazado',
  secuenciaUtilizada: true,
  mensajes: [{ codigo: '0', valor: 'Rechazo inventado' }],
} as const;

/** Issues a document by its door, and returns its id. It must get its number of the plan. */
async function issue(server: MonthServer, company: Company, one: Document): Promise<string> {
  const { id, eNCF } = await doors[one.door as 'json' | 'nueva' | 'adoptado'](server, company, one);
  if (eNCF !== one.ncf) throw new Error(`${one.ncf} was issued as ${eNCF}`);
  return id;
}

type Door = (server: MonthServer, company: Company, one: Document) => Promise<{ id: string; eNCF: string }>;

const send = async ({ call }: Company, body: Tree, key?: string) =>
  (await call(emision.enviarFactura, { body, query: {}, headers: key === undefined ? {} : { 'idempotency-key': key } }))
    .body;

const doors: Readonly<Record<'json' | 'nueva' | 'adoptado', Door>> = {
  json: (_, company, one) => send(company, bodyOf(one)),
  /** A draft, its preview, its emission, and the end of the draft. */
  async nueva(_, company, one) {
    const { call } = company;
    const params = { id: randomUUID() };
    const documento = bodyOf(one);
    const draft = { version: 0, tipo: kindOf(one.ncf) as '31', comprador: one.party.name, monto: '0.00', documento };
    await call(borradores.guardarBorrador, { params, body: draft });
    const stored = (await call(borradores.verBorrador, { params })).body.documento as Tree;
    await call(borradores.previsualizar, { query: {}, body: stored });
    const issued = await send(company, stored, params.id);
    await call(borradores.eliminarBorrador, { params });
    return issued;
  },
  /** Signed by another program with the company's certificate. */
  async adoptado(server, { call, id }, one) {
    const { signer } = await server.ctx.signers.of(id);
    const { xml } = await signXml(`<ECF>${xmlOf(treeOf(one, issuer, signedAt(server)))}</ECF>`, signer);
    const form = new FormData();
    form.set('xml', new File([xml], `${own.rnc}${one.ncf}.xml`, { type: 'text/xml' }));
    return (await call(autoridad.recepcion, { form, headers: {} })).body;
  },
};

/** Milliseconds of the clock in a turn while a workbook is read or signed. */
const slow = 20;

/** Issues documents by a workbook of e-CF: read, signed and sent. */
export async function issueBook(server: MonthServer, { call }: Company, all: readonly Document[]): Promise<void> {
  const rows = all.map((one) => columnsOf({ CasoPrueba: own.rnc + one.ncf, ...treeOf(one, issuer, '') }));
  const headers = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter((name) => name !== 'FechaHoraFirma');
  const sheet = utils.aoa_to_sheet([headers, ...rows.map((row) => headers.map((name) => row.get(name) ?? '#e'))]);
  const form = new FormData();
  form.set(
    'archivo',
    new File([write(utils.book_new(sheet, 'ECF'), { type: 'buffer', bookType: 'xlsx' })], 'ventas.xlsx'),
  );
  const { id } = (await call(importacion.crearImportacion, { form })).body;
  const params = { id };
  const look = async () => (await call(importacion.verImportacion, { params, query: {} })).body;
  await settle(server, 'the workbook is read', async () => (await look()).estado !== 'procesando', slow);
  const { errores, totales } = await look();
  if (errores.length + totales.conErrores > 0) {
    const { body } = await call(importacion.listarFilas, { params, query: {} });
    throw new Error(JSON.stringify([errores, body.documentos.map((row) => [row.eNCF, row.errores])]));
  }
  await call(importacion.firmarImportacion, { params, body: {} });
  await settle(server, 'the workbook is signed', async () => (await look()).enCurso.firmar === 0, slow);
  await call(importacion.enviarImportacion, { params, body: {} });
  await settle(server, 'the workbook is sent', async () => {
    const seen = (await look()).totales;
    if (seen.rechazados > 0) throw new Error('The DGII rejected a document of the workbook');
    return seen.aceptados >= all.length;
  });
}

/** Voids numbers, and waits until the DGII has accepted it. */
export async function voidNumbers(server: MonthServer, { call }: Company, one: Voided): Promise<void> {
  const { body: ranges } = await call(configuracion.listarSecuencias, {});
  const { id } = ranges.find(({ ambiente, tipo }) => ambiente === 'ecf' && tipo === one.tipo)!;
  const body = { desde: one.from, hasta: one.to, codigo608: one.reason };
  const { body: made } = await call(configuracion.anularNumeros, { params: { id }, body });
  await settle(server, 'the numbers are voided', async () => {
    const { body: all } = await call(configuracion.listarAnulaciones, { params: { id }, query: {} });
    return all.anulaciones.find((each) => each.id === made.id)!.estado === 'aceptado';
  });
}

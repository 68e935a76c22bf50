import { configuracion, documentos, empresa, importacion } from '@timbre/contract';
import { addDays } from '@timbre/values';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { SIGN } from '../../domain/comprobantes/imports/signing-repo.ts';
import type { Line } from '../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { LOOK_UP } from '../../domain/received/look-up.ts';
import { newId } from '../../platform/db/id.ts';
import { storeCertificate } from '../empresa/service.ts';
import { note, statesOf, today, withReviewing } from './testing/reviewing.ts';

const { server, view, imported, ask, signed, accepted, become, addRange } = withReviewing();

describe('rows that wait for a range', () => {
  test('rows without a range can be signed once it is registered, with their summaries; the screens are notified', async () => {
    const read = await imported([
      { eNCF: 'E318000000001', precio: '5.00' },
      { eNCF: 'E328000000001', precio: '5.00' },
    ]);
    expect(statesOf(read)).toEqual([
      'E318000000001 error ECF-SIN-RANGO',
      'E328000000001 error ECF-SIN-RANGO',
      'E328000000001 RFCE error RFCE-FACTURA',
    ]);
    await addRange('31', 8_000_000_001, '2028-12-31');
    await become(
      read.id,
      'E318000000001 pendiente',
      'E328000000001 error ECF-SIN-RANGO',
      'E328000000001 RFCE error RFCE-FACTURA',
    );
    await addRange('32', 8_000_000_001);
    await become(read.id, 'E318000000001 pendiente', 'E328000000001 pendiente', 'E328000000001 RFCE pendiente');
    const { rows: events } = await server.ctx.db.system((tx) =>
      sql<{ encf: string; estado: string }>`
        select datos->>'eNCF' as encf, datos->'documento'->>'estado' as estado from evento
        where tipo = 'documento' and sujeto = any(${read.documentos.map(({ id }) => id)}::uuid[]) order by seq`.execute(
        tx,
      ),
    );
    expect(events.map(({ encf, estado }) => `${encf} ${estado}`)).toEqual([
      'E318000000001 pendiente',
      'E328000000001 pendiente',
      'E328000000001 pendiente',
    ]);
  });

  test('a row whose range had another expiry can be signed once the range is registered with that of the row', async () => {
    const wrong = await addRange('31', 8_100_000_001, '2027-12-31');
    const read = await imported([
      { eNCF: 'E318100000001', precio: '100.00' },
      { eNCF: 'E340000000700', precio: '10.00', more: note('E318100000001') },
    ]);
    expect(statesOf(read)).toEqual(['E318100000001 error ECF-SECUENCIA', 'E340000000700 pendiente ECF-NOTA-ESPERA']);
    await server.call(configuracion.eliminarSecuencia, { params: { id: wrong } }, server.key);
    await become(read.id, 'E318100000001 error ECF-SIN-RANGO', 'E340000000700 pendiente ECF-NOTA-ESPERA');
    await addRange('31', 8_100_000_001, '2028-12-31');
    await become(read.id, 'E318100000001 pendiente', 'E340000000700 pendiente');
  });

  test('a note whose invoice has errors is not counted among those that can be signed, and a request leaves it out', async () => {
    const read = await imported([
      { eNCF: 'E318200000001', precio: '100.00' },
      { eNCF: 'E340000000710', precio: '10.00', more: note('E318200000001') },
    ]);
    expect(read.detenidos).toBe(1);
    expect(read.documentos.map(({ detenido }) => detenido)).toEqual([false, true]);
    expect(await ask('firmarImportacion', read.id)).toEqual({ firmar: 0 });
    await addRange('31', 8_200_000_001, '2028-12-31');
    await become(read.id, 'E318200000001 pendiente', 'E340000000710 pendiente');
    const now = await view(read.id);
    expect([now.detenidos, now.documentos.map(({ detenido }) => detenido)]).toEqual([0, [false, false]]);
    expect(await ask('firmarImportacion', read.id)).toEqual({ firmar: 2 });
  });
});

test('a row can be signed once the company declares what it lacked', async () => {
  const read = await imported([{ eNCF: 'E310000000750', precio: '5.00' }], {
    CasoPrueba: null,
    IndicadorEnvioDiferido: '1',
  });
  expect(statesOf(read)).toEqual(['E310000000750 error ECF-DIFERIDO-01']);
  expect(read.documentos[0]!.errores[0]!.dondeSeCorrige).toBe('/configuracion?dato=envioDiferido');
  const { body } = await server.call(empresa.verEmpresa, {}, server.key);
  await server.call(empresa.guardarDatosEmpresa, { body: { ...body.datos, envioDiferido: true } }, server.key);
  await become(read.id, 'E310000000750 pendiente');
});

describe('rows that wait for a document', () => {
  test('a signed note whose invoice was rejected is not counted among those to send, and a request leaves it out', async () => {
    server.simulator.control.force({
      eNCF: 'E310000000760',
      estado: 'rechazado',
      mensajes: [],
      secuenciaUtilizada: true,
    });
    const { id } = await imported([
      { eNCF: 'E310000000760', precio: '100.00' },
      { eNCF: 'E340000000760', precio: '10.00', more: note('E310000000760') },
    ]);
    expect((await signed(id)).notasDetenidas).toBe(0);
    await ask('enviarImportacion', id);
    await become(id, 'E310000000760 rechazado', 'E340000000760 firmado ENVIO-REFERENCIA');
    const now = await view(id);
    expect([now.notasDetenidas, now.enEspera, now.documentos.map(({ detenido }) => detenido)]).toEqual([
      1,
      0,
      [false, true],
    ]);
    expect(await ask('enviarImportacion', id)).toEqual({ enviar: 0 });
    const { id: noteId } = now.documentos[1]!;
    for (const route of [documentos.enviarDocumento, documentos.reenviarDocumento] as const) {
      const { problem } = await server.call(route, { params: { id: noteId }, body: {} }, server.key);
      expect(problem).toMatchObject({
        code: 'documento/no-reenviable',
        detail: 'La DGII rechazó E310000000760: corríjalo y envíelo antes de enviar E340000000760.',
      });
    }
  });

  test('a note can be signed once its invoice was issued from another workbook', async () => {
    const notes = await imported([{ eNCF: 'E340000000720', precio: '10.00', more: note('E310000000720') }]);
    expect(statesOf(notes)).toEqual(['E340000000720 error ECF-NOTA-SIN-FACTURA']);
    const invoices = await imported([{ eNCF: 'E310000000720', precio: '100.00' }]);
    await signed(invoices.id);
    await become(notes.id, 'E340000000720 pendiente');
  });

  test('a row can be signed once the document with its number was rejected, and the number is free again', async () => {
    server.simulator.control.force({
      eNCF: 'E310000000730',
      estado: 'rechazado',
      mensajes: [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }],
      secuenciaUtilizada: false,
    });
    const first = await imported([{ eNCF: 'E310000000730', precio: '100.00' }]);
    await signed(first.id);
    const second = await imported([{ eNCF: 'E310000000730', precio: '90.00' }]);
    expect(statesOf(second)).toEqual(['E310000000730 error ECF-OTRO-CONTENIDO']);
    await ask('enviarImportacion', first.id);
    await become(second.id, 'E310000000730 pendiente');
  });

  test('the faults of a note with its invoice end when the invoice is edited', async () => {
    const before = addDays(today, -1);
    const read = await imported([
      { eNCF: 'E310000000740', precio: '100.00' },
      { eNCF: 'E340000000740', precio: '10.00', more: note('E310000000740', before) },
    ]);
    expect(statesOf(read)).toEqual(['E310000000740 pendiente', 'E340000000740 error ECF-REFERENCIA-14']);
    const params = { id: read.documentos[0]!.id };
    const { text } = await server.call(documentos.verXml, { params }, server.key);
    const xml = text.replace(`<FechaEmision>${today}<`, `<FechaEmision>${before}<`);
    await server.call(documentos.editarXml, { params, body: { xml } }, server.key);
    expect(statesOf(await view(read.id))).toEqual(['E310000000740 pendiente', 'E340000000740 pendiente']);
  });

  test('the record requests no more reviews once nothing waits', async () => {
    const followed = async () => {
      const { rows } = await server.ctx.db.system((tx) =>
        sql<{ revisa: boolean }>`select revisa from evento_cabeza where empresa_id = ${server.empresaId}`.execute(tx),
      );
      return rows[0]!.revisa;
    };
    await server.ctx.db.system((tx) => sql`update documento set importacion_id = null`.execute(tx));
    const { id } = await imported([{ eNCF: 'E318300000001', precio: '5.00' }]);
    expect(await followed()).toBe(true);
    await addRange('31', 8_300_000_001, '2028-12-31');
    await become(id, 'E318300000001 pendiente');
    expect(await followed()).toBe(true);
    await signed(id);
    await server.until(async () => !(await followed()));
  });
});

describe('rows whose number is issued', () => {
  const log = (prefix: string) => server.simulator.control.log().filter(({ eNCF }) => eNCF?.includes(prefix)).length;
  const lines: readonly Line[] = [
    { eNCF: 'E310000000801', precio: '100.00' },
    { eNCF: 'E320000000801', precio: '300.00' },
    { eNCF: 'E340000000801', precio: '10.00', more: note('E310000000801') },
    { eNCF: 'E310000000802', precio: '5.00' },
  ];

  test('a workbook that is uploaded again adopts what was issued with the same content, and signs only the rest', async () => {
    const first = await imported(lines);
    const some = first.documentos.filter(({ eNCF }) => eNCF !== 'E310000000802').map(({ id }) => id);
    await accepted(first.id, some);
    const sent = log('000000080');
    const again = await imported(lines);
    expect(statesOf(again).sort()).toEqual([
      'E310000000801 aceptado',
      'E310000000802 pendiente',
      'E320000000801 RFCE aceptado',
      'E320000000801 aceptado',
      'E340000000801 aceptado',
    ]);
    expect(again.avisos.map(({ codigo, mensaje }) => [codigo, mensaje.slice(0, 1)])).toEqual([['LIBRO-EMITIDOS', '3']]);
    expect(again.documentos.map(({ fila }) => fila).sort()).toEqual([2, 3, 3, 4, 5]);
    expect(again.documentos.map(({ id }) => id)).toEqual(expect.arrayContaining(some));
    expect(statesOf(await view(first.id))).toEqual(['E310000000802 pendiente']);
    await accepted(again.id);
    expect(log('000000080')).toBe(sent + 1);
    expect((await view(again.id)).totales).toMatchObject({ total: 5, aceptados: 5 });
  });

  test('a row that differs from the signed document says in which field, and is not signed', async () => {
    const first = await imported([{ eNCF: 'E310000000811', precio: '100.00' }]);
    await accepted(first.id);
    const differing = await imported([{ eNCF: 'E310000000811', precio: '90.00' }]);
    expect(statesOf(differing)).toEqual(['E310000000811 error ECF-OTRO-CONTENIDO']);
    expect(differing.documentos[0]!.errores[0]).toMatchObject({
      celda: 'fila 2, columna MontoGravadoTotal',
      mensaje: expect.stringMatching(
        /^Ya se emitió el \d\d\/\d\d\/\d{4} \(Aceptado\) con otro contenido: MontoGravadoTotal es «90\.00» aquí y «100\.00» en el emitido, y difieren \d campos más\. No se firma otra vez: corrija lo emitido con una nota de crédito o de débito, use otro número o elimine la fila\.$/,
      ),
    });
    expect(await ask('firmarImportacion', differing.id)).toEqual({ firmar: 0 });
    await server.call(importacion.revisarImportacion, { params: { id: differing.id } }, server.key);
    expect(statesOf(await view(differing.id))).toEqual(['E310000000811 error ECF-OTRO-CONTENIDO']);
    expect(log('0000000811')).toBe(1);
  });

  test('of two imports that bring the same document, the second to sign adopts it', async () => {
    const same = [{ eNCF: 'E320000000821', precio: '5.00' }];
    const [one, two] = [await imported(same), await imported(same)];
    const [documento] = (await signed(one.id)).documentos;
    await ask('firmarImportacion', two.id);
    await become(two.id, 'E320000000821 firmado', 'E320000000821 RFCE firmado');
    expect((await view(two.id)).documentos[0]!.id).toBe(documento!.id);
    expect((await view(one.id)).totales.total).toBe(0);
  });

  test('a document of the pilot stays in its workbook', async () => {
    const same = [{ eNCF: 'E310000000831', precio: '5.00' }];
    const pilot = await imported(same);
    await server.ctx.db.system((tx) => sql`update importacion set de_piloto = true where id = ${pilot.id}`.execute(tx));
    await signed(pilot.id);
    const other = await imported(same);
    expect(statesOf(other)).toEqual(['E310000000831 error ECF-DUPLICADO']);
    expect(statesOf(await view(pilot.id))).toEqual(['E310000000831 firmado']);
  });
});

test('a signing that waits for a certificate goes on when one is loaded', async () => {
  const read = await imported([{ eNCF: 'E310000000841', precio: '5.00' }]);
  const { ctx, empresaId } = server;
  await ctx.db.tenant(empresaId, async (tx) => {
    await sql`update documento set pedido = 'firma' where id = ${read.documentos[0]!.id}`.execute(tx);
    const en = new Date(ctx.clock.now().getTime() + 3_600_000);
    await ctx.queue.enqueue(tx, [{ clase: SIGN, empresaId, sujeto: read.id, en }]);
  });
  const { key, certificate } = makeCertificate();
  const material = { fileName: 'otro.p12', p12: Buffer.from('p12'), password: 'x', key, certificate, notices: [] };
  await storeCertificate(ctx, empresaId, material, { por: 'prueba', ip: '127.0.0.1' });
  await become(read.id, 'E310000000841 firmado');
});

test('a question to the DGII that waits for a certificate is asked when one is loaded', async () => {
  const { ctx, empresaId } = server;
  const sujeto = newId(ctx.clock.now());
  await ctx.db.tenant(empresaId, (tx) => {
    const en = new Date(ctx.clock.now().getTime() + 3_600_000);
    return ctx.queue.enqueue(tx, [{ clase: LOOK_UP, empresaId, sujeto, en }]);
  });
  const { key, certificate } = makeCertificate();
  const material = { fileName: 'otro.p12', p12: Buffer.from('p12'), password: 'x', key, certificate, notices: [] };
  await storeCertificate(ctx, empresaId, material, { por: 'prueba', ip: '127.0.0.1' });
  const waits = async () => {
    const { rows } = await ctx.db.system((tx) => sql`select from trabajo where sujeto = ${sujeto}`.execute(tx));
    return rows.length;
  };
  expect(await server.until(async () => (await waits()) === 0)).toBe(true);
});

import { configuracion, documentos, empresa, importacion } from '@timbre/contract';
import type { ECF } from '@timbre/ecf';
import { addDays, formatISODate } from '@timbre/values';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { reviewImport } from '../../domain/comprobantes/imports/review.ts';
import { REVIEW } from './review.ts';
import { note, statesOf, today, withReviewing } from './testing/reviewing.ts';

// Rows are judged by facts that change after they were read: without faults, or for the day on which they are seen.

const { server, view, imported, ask, signed, accepted, become, addRange } = withReviewing();

const state = async (more: object) => {
  const { body } = await server.call(empresa.verEmpresa, {}, server.key);
  await server.call(empresa.guardarDatosEmpresa, { body: { ...body.datos, ...more } }, server.key);
};

const editXml = async (id: string, change: (xml: string) => string) => {
  const { text } = await server.call(documentos.verXml, { params: { id } }, server.key);
  return server.call(documentos.editarXml, { params: { id }, body: { xml: change(text) } }, server.key);
};

describe('ready rows', () => {
  test('a ready row whose range is deleted has a fault, and cannot be signed', async () => {
    const range = await addRange('31', 8_500_000_001, '2028-12-31');
    const read = await imported([{ eNCF: 'E318500000001', precio: '5.00' }]);
    expect(statesOf(read)).toEqual(['E318500000001 pendiente']);
    await server.call(configuracion.eliminarSecuencia, { params: { id: range } }, server.key);
    await become(read.id, 'E318500000001 error ECF-SIN-RANGO');
    expect(await ask('firmarImportacion', read.id)).toEqual({ firmar: 0 });
  });

  test('a credit note follows its range being switched off and on', async () => {
    const id = await addRange('34', 8_510_000_001);
    const invoice = await imported([{ eNCF: 'E310000000900', precio: '100.00' }]);
    await signed(invoice.id);
    const read = await imported([{ eNCF: 'E348510000001', precio: '10.00', more: note('E310000000900') }]);
    expect(statesOf(read)).toEqual(['E348510000001 pendiente']);
    const range = { prefijo: 'E34', cantidadDigitos: 10, desde: 8_510_000_001, hasta: 8_510_000_010 };
    const turn = async (activo: boolean) => {
      const called = { params: { id }, body: { rncEmisor: server.rnc, ...range, activo } };
      expect((await server.call(configuracion.modificarRangoNC, called, server.key)).problem).toBeUndefined();
    };
    await turn(false);
    await become(read.id, 'E348510000001 error ECF-SIN-RANGO');
    await turn(true);
    await become(read.id, 'E348510000001 pendiente');
  });

  test('a ready row adopts the document that another workbook issued meanwhile, and one that differs says so', async () => {
    const lines = [{ eNCF: 'E310000000910', precio: '5.00' }];
    const [first, same] = [await imported(lines), await imported(lines)];
    const other = await imported([{ eNCF: 'E310000000910', precio: '6.00' }]);
    expect(statesOf(other)).toEqual(['E310000000910 pendiente']);
    const [issued] = (await signed(first.id)).documentos;
    await become(other.id, 'E310000000910 error ECF-OTRO-CONTENIDO');
    await become(same.id, 'E310000000910 firmado');
    expect((await view(same.id)).documentos[0]!.id).toBe(issued!.id);
  });

  test('a document stays in the workbook that signed it, though an older one has the same row', async () => {
    const lines = [{ eNCF: 'E310000000915', precio: '5.00' }];
    const [older, newer] = [await imported(lines), await imported(lines)];
    await signed(newer.id);
    await addRange('31', 8_520_000_001, '2028-12-31');
    await become(newer.id, 'E310000000915 firmado');
    expect(await become(older.id, 'E310000000915 pendiente')).toBe(true);
    await ask('firmarImportacion', older.id);
    await become(older.id, 'E310000000915 firmado');
  });

  test('a ready note follows its invoice: rejected with its number used, or credited by another note', async () => {
    server.simulator.control.force({
      eNCF: 'E310000000920',
      estado: 'rechazado',
      mensajes: [],
      secuenciaUtilizada: true,
    });
    const invoices = await imported([
      { eNCF: 'E310000000920', precio: '100.00' },
      { eNCF: 'E310000000921', precio: '100.00' },
    ]);
    await signed(invoices.id);
    const notes = await imported([
      { eNCF: 'E340000000920', precio: '10.00', more: note('E310000000920') },
      { eNCF: 'E340000000921', precio: '60.00', more: note('E310000000921') },
    ]);
    expect(statesOf(notes)).toEqual(['E340000000920 pendiente', 'E340000000921 pendiente']);
    await ask('enviarImportacion', invoices.id);
    await become(notes.id, 'E340000000920 error ECF-NOTA-RECHAZADA', 'E340000000921 pendiente');
    const another = await imported([{ eNCF: 'E340000000922', precio: '50.00', more: note('E310000000921') }]);
    await signed(another.id);
    await become(notes.id, 'E340000000920 error ECF-NOTA-RECHAZADA', 'E340000000921 error ECF-NOTA-SUMA');
  });

  test('a ready row has a fault once the company no longer states what it needs', async () => {
    await state({ envioDiferido: true });
    const read = await imported([{ eNCF: 'E310000000930', precio: '5.00' }], {
      CasoPrueba: null,
      IndicadorEnvioDiferido: '1',
    });
    expect(statesOf(read)).toEqual(['E310000000930 pendiente']);
    await state({ envioDiferido: false });
    await become(read.id, 'E310000000930 error ECF-DIFERIDO-01');
  });
});

describe('rows that the company mends by what it states', () => {
  test('a consumer invoice and its summary can be signed together', async () => {
    await state({ envioDiferido: false });
    const read = await imported([{ eNCF: 'E320000000940', precio: '5.00' }], {
      CasoPrueba: null,
      IndicadorEnvioDiferido: '1',
    });
    expect(read.documentos.map(({ estado }) => estado)).toEqual(['error', 'error']);
    await state({ envioDiferido: true });
    await become(read.id, 'E320000000940 pendiente', 'E320000000940 RFCE pendiente');
    await accepted(read.id);
    expect(statesOf(await view(read.id))).toEqual(['E320000000940 aceptado', 'E320000000940 RFCE aceptado']);
  });

  test('a receipt of purchases gets the withholding of the law once the company applies it', async () => {
    await state({ retencionDeLey: false });
    const purchase = ({ Encabezado: { IdDoc, ...more }, ...rest }: ECF): ECF => {
      const { TipoIngresos: _, ...own } = IdDoc;
      return { ...rest, Encabezado: { ...more, IdDoc: own } };
    };
    const read = await imported([{ eNCF: 'E410000000940', precio: '100.00' }], { CasoPrueba: null }, purchase);
    expect(statesOf(read)).toEqual([expect.stringMatching(/^E410000000940 error .*ECF-RETENCION-06/)]);
    await state({ retencionDeLey: true });
    await become(read.id, 'E410000000940 pendiente ECF-RETENCION-09');
    const { text } = await server.call(documentos.verXml, { params: { id: read.documentos[0]!.id } }, server.key);
    expect(text).toContain('<MontoITBISRetenido>18.00</MontoITBISRetenido>');
  });
});

describe('rows that are edited', () => {
  test('a row without a range keeps its fault, and one edited to the content of the issued document adopts it', async () => {
    const read = await imported([{ eNCF: 'E318600000001', precio: '5.00' }]);
    await editXml(read.documentos[0]!.id, (xml) => xml.replaceAll('Artículo', 'Otro artículo'));
    await become(read.id, 'E318600000001 error ECF-SIN-RANGO');
    const first = await imported([{ eNCF: 'E310000000950', precio: '100.00' }]);
    const [issued] = (await signed(first.id)).documentos;
    const renamed = (tree: ECF): ECF => JSON.parse(JSON.stringify(tree).replace('Artículo', 'Otro'));
    const other = await imported([{ eNCF: 'E310000000950', precio: '100.00' }], {}, renamed);
    expect(statesOf(other)).toEqual(['E310000000950 error ECF-OTRO-CONTENIDO']);
    await editXml(other.documentos[0]!.id, (xml) => xml.replace('Otro', 'Artículo'));
    await become(other.id, 'E310000000950 firmado');
    expect((await view(other.id)).documentos[0]!.id).toBe(issued!.id);
  });

  test('of several notes, one that is raised until they exceed their invoice has the fault, and is not rehearsed', async () => {
    const read = await imported([
      { eNCF: 'E310000000955', precio: '10.00' },
      { eNCF: 'E340000000955', precio: '6.00', more: note('E310000000955') },
      { eNCF: 'E340000000956', precio: '3.00', more: note('E310000000955') },
    ]);
    const { id } = read.documentos[2]!;
    await editXml(id, (xml) =>
      xml.replaceAll('>3.00<', '>5.00<').replaceAll('>0.54<', '>0.90<').replaceAll('>3.54<', '>5.90<'),
    );
    await become(read.id, 'E310000000955 pendiente', 'E340000000955 pendiente', 'E340000000956 error ECF-NOTA-SUMA');
    const asked = { params: { id: read.id }, body: { ensayo: true, ids: [id] } };
    expect((await server.call(importacion.firmarImportacion, asked, server.key)).body).toEqual({ firmar: 0 });
  });
});

describe('rows that wait for a day', () => {
  const tomorrow = addDays(today, 1);
  const ofTomorrow = (tree: ECF): ECF => ({
    ...tree,
    Encabezado: { ...tree.Encabezado, Emisor: { ...tree.Encabezado.Emisor, FechaEmision: tomorrow } },
  });
  const later = () => ({ ...server.ctx.clock, now: () => new Date(Date.now() + 24 * 3_600_000) });

  test('documents of tomorrow can be signed from midnight, with their summaries', async () => {
    const read = await imported(
      [
        { eNCF: 'E310000000960', precio: '5.00' },
        { eNCF: 'E320000000960', precio: '5.00' },
      ],
      { CasoPrueba: null },
      ofTomorrow,
    );
    expect(read.documentos.map(({ estado }) => estado)).toEqual(['error', 'error', 'error']);
    await reviewImport({ ...server.ctx, clock: later() }, { empresaId: server.empresaId, importacionId: read.id });
    expect(statesOf(await view(read.id))).toEqual([
      'E310000000960 pendiente',
      'E320000000960 pendiente',
      'E320000000960 RFCE pendiente',
    ]);
  });

  test('a range that expires at midnight leaves its rows without a number', async () => {
    await addRange('31', 8_700_000_001, formatISODate(today));
    const more = { FechaVencimientoSecuencia: today };
    const read = await imported([{ eNCF: 'E318700000001', precio: '5.00' }], more);
    expect(statesOf(read)).toEqual(['E318700000001 pendiente']);
    await reviewImport({ ...server.ctx, clock: later() }, { empresaId: server.empresaId, importacionId: read.id });
    expect((await view(read.id)).documentos[0]!.estado).toBe('error');
  });

  test('while rows are unsigned, the review is due again at the next midnight of Santo Domingo', async () => {
    await imported([{ eNCF: 'E310000000970', precio: '5.00' }]);
    const due = () =>
      server.ctx.db.system(async (tx) => {
        const { rows } = await sql<{ en: Date }>`
          select en from trabajo where clase = ${REVIEW} and empresa_id = ${server.empresaId}
            and reservado_hasta is null`.execute(tx);
        return rows[0]?.en.toISOString();
      });
    const midnight = `${formatISODate(tomorrow)}T04:00:00.000Z`;
    expect(await server.until(async () => (await due()) === midnight)).toBe(true);
  });
});

test('what changes while a workbook is read counts for its rows', async () => {
  const { ctx, empresaId } = server;
  const read = await imported([{ eNCF: 'E318800000001', precio: '5.00' }]);
  expect(statesOf(read)).toEqual(['E318800000001 error ECF-SIN-RANGO']);
  // As if the range was registered between the judgement of the row and the end of the reading.
  await ctx.db.system((tx) => sql`update evento_cabeza set revisa = false where empresa_id = ${empresaId}`.execute(tx));
  await addRange('31', 8_800_000_001, '2028-12-31');
  await imported([{ eNCF: 'E310000000980', precio: '5.00' }]);
  expect(await become(read.id, 'E318800000001 pendiente')).toBe(true);
});

test('the rows of a simulation are judged again however many workbooks came after it', async () => {
  const { ctx, empresaId } = server;
  const simulated = await imported([{ eNCF: 'E318900000001', precio: '5.00' }]);
  await ctx.db.system((tx) =>
    sql`update importacion set de_simulacion = true, creada = creada - interval '1 year' where id = ${simulated.id}`.execute(
      tx,
    ),
  );
  await ctx.db.system((tx) =>
    sql`insert into importacion (empresa_id, id, archivo, estado, pasos, creada)
      select ${empresaId}, gen_random_uuid(), 'vacío', 'listo', '[]', now() from generate_series(1, 20)`.execute(tx),
  );
  await addRange('31', 8_900_000_001, '2028-12-31');
  expect(await become(simulated.id, 'E318900000001 pendiente')).toBe(true);
});

test('a row of another environment than the company is in now is not signed', async () => {
  const { ctx, empresaId } = server;
  const read = await imported([{ eNCF: 'E310000000990', precio: '5.00' }]);
  const move = (ambiente: string) =>
    ctx.db.system((tx) => sql`update empresa set ambiente = ${ambiente} where id = ${empresaId}`.execute(tx));
  await move('certecf');
  expect((await view(read.id)).documentos[0]!.detenido).toBe(true);
  expect(await ask('firmarImportacion', read.id)).toEqual({ firmar: 0 });
  await move('testecf');
  expect(await ask('firmarImportacion', read.id)).toEqual({ firmar: 1 });
});

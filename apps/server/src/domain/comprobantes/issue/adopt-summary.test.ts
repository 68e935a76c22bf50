import { autoridad, documentos, emision, facturas } from '@timbre/contract';
import { describe, expect, test } from 'vitest';
import { saleOf } from '../../../main/testing/draft.ts';
import { ecfXml, noteXml, rfceXml, signedElsewhere } from '../../../main/testing/xml.ts';
import { codeOf, following, withAdoption } from './testing/adoption.ts';

const { server, unused, recibir, firmar, resumir, signedHere, receptions, rowsOf, finalOf, issueNext, demandOrder } =
  withAdoption();

describe('the summary of a consumer invoice', () => {
  test('a summary is sent as specified: invoice signed, summary signed, sent; they are one document', async () => {
    const next = following(await issueNext('32'));
    const invoice = await signedHere(ecfXml({ rnc: server.rnc, eNCF: next }), { AddFechaHoraFirma: 'true' });
    const codigo = codeOf(invoice);
    const summary = await signedHere(rfceXml({ rnc: server.rnc, eNCF: next, codigo }));
    expect(await signedHere(rfceXml({ rnc: server.rnc, eNCF: next, codigo }))).toBe(summary);
    expect(await issueNext('32')).toBe(following(next));
    const fields = { Ambiente: 'Test', Token: 'x', RNCEmisor: server.rnc, CodigoSeguridad: codigo, ENCF: next };
    const { status, body, problem } = await resumir(summary, fields);
    expect(problem).toBeUndefined();
    expect([status, body.estado, body.trackId]).toEqual([200, 'aceptado', null]);
    expect(receptions(next)).toHaveLength(1);
    const [full, short] = await rowsOf(next);
    expect([full?.estado, short?.estado, short?.resume_a]).toEqual(['aceptado', 'aceptado', full?.id]);
    expect([full?.xml, short?.xml]).toEqual([invoice, summary]);
    expect((await resumir(summary, fields)).body).toEqual(body);
    const { body: seen } = await server.call(
      autoridad.consultaEstado,
      { query: { TrackId: body.trackId ?? body.id } },
      server.key,
    );
    expect(seen).toMatchObject({ trackId: body.id, estado: 'aceptado' });
    await demandOrder();
  });

  test('a summary whose security code or amounts differ from its invoice is refused', async () => {
    const eNCF = unused('32');
    const invoice = await signedHere(ecfXml({ rnc: server.rnc, eNCF }), { AddFechaHoraFirma: 'true' });
    const wrongCode = await firmar(rfceXml({ rnc: server.rnc, eNCF, codigo: 'aB3+/=' }));
    expect([wrongCode.status, wrongCode.problem.code]).toEqual([422, 'peticion/no-coincide']);
    expect(wrongCode.problem.detail).toContain('CodigoSeguridad');
    const wrongAmount = await firmar(rfceXml({ rnc: server.rnc, eNCF, monto: '99.00', codigo: codeOf(invoice) }));
    expect(wrongAmount.problem.code).toBe('ecf/invalido');
    const sentWrong = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF, codigo: 'aB3+/=' }));
    expect((await resumir(sentWrong.xml)).problem.code).toBe('peticion/no-coincide');
    expect(receptions(eNCF)).toEqual([]);
  });

  test('a summary sent alone takes its number, is listed, counted, and never issued again', async () => {
    const next = following(await issueNext('32'));
    const { xml } = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF: next, codigo: 'aB3+/=' }));
    const answers = await Promise.all(Array.from({ length: 6 }, () => resumir(xml)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.estado}`)).size).toBe(1);
    expect(answers[0]!.body.estado).toBe('aceptado');
    expect(await rowsOf(next)).toMatchObject([{ es_rfce: true, estado: 'aceptado', ocupa_numero: true }]);
    expect(receptions(next)).toHaveLength(1);
    const { body: list } = await server.call(facturas.listarFacturas, { query: { eNCF: next } }, server.key);
    expect(list.map(({ eNCF, codigoSeguridad }) => [eNCF, codigoSeguridad])).toEqual([[next, 'aB3+/=']]);
    expect(await issueNext('32')).toBe(following(next));
    const full = await firmar(ecfXml({ rnc: server.rnc, eNCF: next }));
    expect(full.problem.code).toBe('ecf/duplicado');
    const brought = saleOf({ tipo: '32', precio: '10.00', idDoc: { eNCF: next } });
    expect((await server.call(emision.enviarFactura, { body: brought }, server.key)).problem.code).toBe(
      'ecf/duplicado',
    );
    await demandOrder();
  });

  test('a summary sent alone is an invoice that a note can modify, and the note waits for it', {
    tags: ['P3.3'],
  }, async () => {
    const eNCF = unused('32');
    const { xml } = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF, codigo: 'aB3+/=' }));
    server.simulator.control.fault({ kind: 'status', status: 503, services: ['enviarRFCE'] });
    expect((await resumir(xml, {}, { prefer: 'wait=0' })).status).toBe(202);
    const note = await signedElsewhere(server, noteXml({ rnc: server.rnc, eNCF: unused('34'), modifica: eNCF }));
    const { status, body } = await recibir(note.xml, {}, { prefer: 'wait=1' });
    expect([status, body?.estado]).toEqual([202, 'firmado']);
    expect(receptions(body.eNCF)).toEqual([]);
    server.simulator.control.clearFaults();
    expect(await finalOf(body.id)).toMatchObject({ estado: 'aceptado' });
    await demandOrder();
  });

  test('a summary rejected with its number unused is corrected in the same place, linked or alone', async () => {
    const mensajes = [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }];
    const alone = unused('32');
    server.simulator.control.force({ eNCF: alone, estado: 'rechazado', mensajes, secuenciaUtilizada: false });
    const first = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF: alone, codigo: 'aB3+/=' }));
    expect((await resumir(first.xml)).body).toMatchObject({ estado: 'rechazado', mensajes });
    const mended = rfceXml({ rnc: server.rnc, eNCF: alone, monto: '101.00', codigo: 'aB3+/=' });
    expect((await resumir((await signedElsewhere(server, mended)).xml)).body.estado).toBe('aceptado');
    expect(await rowsOf(alone)).toHaveLength(1);

    const linked = unused('32');
    server.simulator.control.force({ eNCF: linked, estado: 'rechazado', mensajes, secuenciaUtilizada: false });
    const invoice = await signedHere(ecfXml({ rnc: server.rnc, eNCF: linked }), { AddFechaHoraFirma: 'true' });
    const summary = (codigo: string, monto = '100.00') => rfceXml({ rnc: server.rnc, eNCF: linked, monto, codigo });
    await resumir(await signedHere(summary(codeOf(invoice))));
    const again = await signedHere(ecfXml({ rnc: server.rnc, eNCF: linked, monto: '102.00' }));
    const last = await resumir(await signedHere(summary(codeOf(again), '102.00')));
    expect(last.body.estado).toBe('aceptado');
    expect(await rowsOf(linked)).toMatchObject([{ estado: 'aceptado' }, { estado: 'aceptado' }]);
    await demandOrder();
  });

  test('a summary is sent as its program wrote it, though it writes amounts differently than we do', async () => {
    const eNCF = unused('32');
    const invoice = await signedHere(ecfXml({ rnc: server.rnc, eNCF }));
    const [, derived] = await rowsOf(eNCF);
    const summary = await signedHere(rfceXml({ rnc: server.rnc, eNCF, monto: '100', codigo: codeOf(invoice) }));
    expect(summary).not.toBe(derived?.xml);
    expect((await resumir(summary)).body.estado).toBe('aceptado');
    expect((await rowsOf(eNCF)).map(({ xml }) => xml)).toEqual([invoice, summary]);
    const late = await firmar(rfceXml({ rnc: server.rnc, eNCF, codigo: codeOf(invoice) }));
    expect(late.problem.code).toBe('ecf/duplicado');
    await demandOrder();
  });

  test('a summary rejected with its number unused is sent again with its same invoice, or alone with another', async () => {
    const mensajes = [{ codigo: '0', valor: 'El RNC Emisor no se encuentra activo' }];
    for (const mended of ['the same invoice', 'another']) {
      const eNCF = unused('32');
      server.simulator.control.force({ eNCF, estado: 'rechazado', mensajes, secuenciaUtilizada: false });
      const invoice = await signedHere(ecfXml({ rnc: server.rnc, eNCF }));
      await resumir(await signedHere(rfceXml({ rnc: server.rnc, eNCF, codigo: codeOf(invoice) })));
      const codigo = mended === 'another' ? 'zZ9+/=' : codeOf(invoice);
      const again = await signedElsewhere(server, rfceXml({ rnc: server.rnc, eNCF, monto: '100', codigo }));
      expect((await resumir(again.xml)).body.estado).toBe('aceptado');
      const [full, short] = await rowsOf(eNCF);
      expect(short).toMatchObject({ estado: 'aceptado', ocupa_numero: true, xml: again.xml });
      if (mended === 'another') expect([full?.estado, short?.resume_a]).toEqual(['rechazado', null]);
      else expect([full?.estado, short?.resume_a]).toEqual(['aceptado', full?.id]);
    }
    await demandOrder();
  });

  test('a summary of an invoice that is sent whole is refused', async () => {
    const eNCF = unused('32');
    await signedHere(ecfXml({ rnc: server.rnc, eNCF, monto: '250000.00' }));
    const { problem } = await firmar(rfceXml({ rnc: server.rnc, eNCF, codigo: 'aB3+/=' }));
    expect(problem.code).toBe('ecf/duplicado');
  });

  test('a summary of an invoice signed here can also be made and sent by our own call', async () => {
    const eNCF = unused('32');
    await signedHere(ecfXml({ rnc: server.rnc, eNCF }), { AddFechaHoraFirma: 'true' });
    const { id } = (await rowsOf(eNCF))[0]!;
    await server.call(documentos.enviarDocumento, { params: { id }, body: {} }, server.key);
    expect(await finalOf(id)).toMatchObject({ estado: 'aceptado' });
    expect(receptions(eNCF).map(({ service }) => service)).toEqual(['enviarRFCE']);
    await demandOrder();
  });
});

import { documentos } from '@timbre/contract';
import { addDays, formatFecha } from '@timbre/values';
import { beforeEach, describe, expect, test } from 'vitest';
import { withSimulation } from './testing/simulating.ts';

const server = withSimulation('testecf');
const { generate, rows, refusal, sign, send, signed, decided } = server;
const today = formatFecha(Date.now());
const configuracion = 'simulacion/configuracion';
const latest = async () => (await rows()).at(-1)!;
const xmlOf = async (id: string) => (await server.call(documentos.verXml, { params: { id } }, server.key)).text;
const referenceOf = async () => {
  const xml = await xmlOf((await latest()).id);
  const of = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1];
  return [of('NCFModificado'), of('FechaNCFModificado'), of('CodigoModificacion'), of('RazonModificacion')];
};

beforeEach(async () => {
  await server.clear();
  server.simulator.control.reset();
});

describe('a note', () => {
  test('a note modifies by default the latest invoice that it fits: a credit annuls it, a debit corrects its amounts', {
    tags: ['SI3-5', 'SI4-6'],
  }, async () => {
    await generate({ tipo: '31', cantidad: 2, montoTotal: '1180' });
    const [first, second] = (await rows()).map(({ eNCF }) => eNCF);
    await generate({ tipo: '34', cantidad: 1 });
    expect(await referenceOf()).toEqual([second, today, '1', 'Anula el NCF modificado']);
    expect((await latest()).monto).toBe('1180.00');
    await generate({ tipo: '34', cantidad: 1 });
    expect((await referenceOf())[0]).toBe(first);
    await generate({ tipo: '33', cantidad: 1 });
    expect(await referenceOf()).toEqual([second, today, '3', 'Corrige montos del NCF modificado']);
    expect((await refusal({ tipo: '34', cantidad: 1 }))![0]).toBe(configuracion);
  });

  test('a note has the buyer of its invoice, also of a consumer invoice without one', async () => {
    await generate({ tipo: '32', cantidad: 1 });
    await generate({ tipo: '33', cantidad: 1, rncComprador: '199000099' });
    expect((await latest()).rncComprador).toBeNull();
    await generate({ tipo: '31', cantidad: 1, rncComprador: '199000099' });
    await generate({ tipo: '34', cantidad: 1 });
    expect((await latest()).rncComprador).toBe('199000099');
    await sign();
    await signed();
    await send();
    expect((await decided()).filter(({ estado }) => estado !== 'aceptado')).toEqual([]);
  });

  test('a note shares the remainder of one invoice with the others of its generation', async () => {
    await generate({ tipo: '31', cantidad: 1, montoTotal: '100' });
    const [{ eNCF } = { eNCF: '' }] = await rows();
    await generate({ tipo: '34', cantidad: 3, ncfModificado: eNCF });
    expect((await rows()).map(({ monto }) => monto)).toEqual(['100.00', '33.33', '33.33', '33.33']);
    await sign();
    await signed();
    await send();
    expect((await decided()).map(({ estado }) => estado)).toEqual(Array.from({ length: 4 }, () => 'aceptado'));
    await generate({ tipo: '34', cantidad: 1, ncfModificado: eNCF });
    expect((await latest()).monto).toBe('0.01');
    expect(await refusal({ tipo: '34', cantidad: 1, ncfModificado: eNCF })).toEqual([
      configuracion,
      `Las notas de crédito ya cubren todo el monto de ${eNCF}`,
    ]);
  });

  test('a note modifies an invoice that was not issued here with its date; after 30 days it has no ITBIS', async () => {
    const note = { tipo: '34', cantidad: 1, ncfModificado: 'e319999000001' } as const;
    expect(await refusal(note)).toEqual([
      configuracion,
      'E319999000001 no se emitió aquí: indique la fecha del NCF modificado',
    ]);
    const fechaNcfModificado = addDays(today, -40);
    expect(await refusal({ ...note, fechaNcfModificado, montoTotal: '500' })).toBeUndefined();
    const xml = await xmlOf((await latest()).id);
    expect(xml).toContain('<IndicadorNotaCredito>1<');
    expect(xml).toContain('<TotalITBIS>0.00<');
    expect(xml).toContain('<MontoTotal>500.00<');
  });

  test('a note that corrects text has no amount', async () => {
    await generate({ tipo: '31', cantidad: 1 });
    await generate({ tipo: '34', cantidad: 1, codigoModificacion: '2', razonModificacion: 'Nombre mal escrito' });
    expect((await latest()).monto).toBe('0.00');
    expect((await referenceOf()).slice(2)).toEqual(['2', 'Nombre mal escrito']);
  });
});

describe('a reference is refused', () => {
  test.each(['E330000000001', 'E41', 'B0100000001', 'E31000000001', 'E31000000000X'])(
    'a reference that is %s is refused',
    { tags: ['SI5-7'] },
    async (ncf) => {
      expect(await refusal({ tipo: '33', cantidad: 1, ncfModificado: ncf })).toEqual([
        configuracion,
        'El NCF modificado debe empezar por E31 o E32 y tener 13 caracteres',
      ]);
    },
  );

  test('a reference without an invoice to modify is refused', { tags: ['SI5-7'] }, async () => {
    expect(await refusal({ tipo: '33', cantidad: 1 })).toEqual([
      configuracion,
      'No hay en la simulación una factura que la nota pueda modificar: genere antes una de tipo 31 o 32, o indique el NCF modificado',
    ]);
  });

  test('a reference with a code that its type does not have, or the date of another day, is refused', async () => {
    await generate({ tipo: '31', cantidad: 1 });
    const [, detail] = (await refusal({ tipo: '34', cantidad: 1, codigoModificacion: '5' }))!;
    expect(detail).toBe('CodigoModificacion 5 no corresponde al tipo 34, que admite 1, 2, 3, 4');
    const ncfModificado = (await latest()).eNCF;
    const day = addDays(today, -1);
    expect((await refusal({ tipo: '33', cantidad: 1, ncfModificado, fechaNcfModificado: day }))![1]).toContain(
      `FechaNCFModificado dice ${day}`,
    );
    expect((await refusal({ tipo: '34', cantidad: 1, ncfModificado, montoTotal: '99999' }))![1]).toContain(
      'La nota de crédito es de 99,999.00',
    );
    expect(await rows()).toHaveLength(1);
  });
});

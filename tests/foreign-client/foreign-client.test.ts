import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officialFiles } from '../../packages/ecf/testing/official.ts';
import { accept, acuseOf, answersTo, answerXml, deliver, issue, receivedAt, receivedXml } from './calls.ts';
import { Client, type Reply } from './client.ts';
import { makePlace, type Place } from './place.ts';
import { approval, base64Of, canonicalSeed, fechaHora, invoice, read } from './xml.ts';
import { verifies } from './xmlsec1.ts';
import { type Schema, xsdFaults } from './xsd.ts';

// Two servers of Timbre communicate with each other and with a program that was written from the DGII's text without
// any of our code (the stranger). The DGII has a directory and a look-up in testecf and none in certecf, where the
// stranger's program carries the documents.

describe.each(['testecf', 'certecf'] as const)('in %s', (ambiente) => {
  const isListed = ambiente === 'testecf';
  let place: Place;
  /** Documents signed by Timbre or by the stranger. */
  const signed: [Schema, string][] = [];
  let last = 0;
  const nextNumber = () => `E31${String(++last).padStart(10, '0')}`;

  beforeAll(async () => {
    place = await makePlace(ambiente);
  });
  afterAll(() => place?.leave());

  /** Signs a document of the stranger, and records it with its schema. */
  function sent(schema: Schema, xml: string): string {
    const document = place.client.sign(xml);
    signed.push([schema, document]);
    return document;
  }
  const saleTo = (comprador: string, eNCF: string, monto = '100.00') =>
    sent('31', invoice({ emisor: place.rnc, comprador, eNCF, monto }));

  /** The stranger's answer to an invoice of A. @param changed values that differ from those of the invoice */
  function answerTo(xml: string, motivo?: string, changed: { eNCF?: string; montoTotal?: string } = {}): string {
    const [eNCF = '', fechaEmision = '', montoTotal = ''] = ['eNCF', 'FechaEmision', 'MontoTotal'].map((name) =>
      read(xml, name),
    );
    const facts = { emisor: place.a.rnc, eNCF, fechaEmision, montoTotal, comprador: place.rnc, motivo, ...changed };
    return sent('ACECF', approval(facts));
  }

  /** Verifies an ARECF that A signed. Returns its state and its motive. */
  async function acknowledged({ status, type, text }: Reply): Promise<(string | undefined)[]> {
    expect([status, type.split(';')[0], text]).toEqual([200, 'application/xml', text]);
    expect([await verifies(text, place.a.certificate), text]).toEqual([true, text]);
    signed.push(['ARECF', text]);
    expect(read(text, 'RNCComprador')).toBe(place.a.rnc);
    return [read(text, 'Estado'), read(text, 'CodigoMotivoNoRecibido')];
  }
  /** Sends documents again in a later second. An ARECF states the second, so one that was signed anew would differ. */
  async function sendAgain(xmls: readonly string[], before: readonly Reply[]): Promise<void> {
    await expect.poll(() => before.some(({ text }) => text.includes(fechaHora()))).toBe(false);
    expect(await Promise.all(xmls.map((xml) => place.client.sendECF(place.a.base, xml)))).toEqual(before);
  }
  const received = ['0', undefined];
  const duplicate = ['1', '3'];

  test('an invoice of A reaches B, and the answer of B reaches A', async () => {
    const { a, b, client } = place;
    const { id, eNCF, xml } = await issue(a, b.rnc);
    signed.push(['31', xml]);
    expect(await verifies(xml, a.certificate)).toBe(true);
    expect(await verifies(xml, b.certificate)).toBe(false);

    const delivery = await deliver(a, id);
    expect(delivery.estado).toBe(isListed ? 'entregada' : 'sin_direccion');
    const acuse = isListed ? await acuseOf(a, id) : (await client.sendECF(b.base, xml)).text;
    signed.push(['ARECF', acuse]);
    expect(await verifies(acuse, b.certificate)).toBe(true);
    expect(['RNCEmisor', 'RNCComprador', 'eNCF', 'Estado'].map((name) => read(acuse, name))).toEqual([
      a.rnc,
      b.rnc,
      eNCF,
      '0',
    ]);

    const [seen] = await receivedAt(b, a.rnc, eNCF);
    expect(seen).toMatchObject({ ambiente, via: 'servicio', tieneAcuse: true, firmadaPor: a.titular });
    expect(await receivedXml(b, seen!.id)).toBe(xml);

    const answer = await accept(b, seen!.id);
    signed.push(['ACECF', answer.xml]);
    expect(answer.envios).toEqual({ dgii: 'enviada', emisor: isListed ? 'enviada' : 'sin_direccion' });
    expect(await verifies(answer.xml, b.certificate)).toBe(true);
    if (!isListed) expect((await client.sendACECF(a.base, answer.xml)).status).toBe(200);
    const [listed] = await receivedAt(b, a.rnc, eNCF);
    expect(listed).toMatchObject({ confirmada: true, respuesta: 'aceptada' });
    const [shown, ...others] = await answersTo(a, id);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ estado: 'aceptada', motivo: null, firmadaPor: b.titular, contradice: false });
    expect(await answerXml(a, id, shown!.huella)).toBe(answer.xml);
  });

  test('the stranger has a token of A for a seed of A, signed once', async () => {
    const { a, b, client } = place;
    for (const accept of ['application/json', 'application/xml']) {
      const { expira, expedido } = await client.authenticate(a.base, accept);
      for (const time of [expira, expedido]) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(Date.parse(expira)).toBeGreaterThan(Date.parse(expedido));
    }
    const [seed, another] = await Promise.all([client.seed(a.base), client.seed(a.base)]);
    expect(read(seed.text, 'valor')).not.toBe(read(another.text, 'valor'));
    const answer = client.sign(canonicalSeed(seed.text));
    const refused = async (base: string, xml: string) => {
      const { status, text } = await client.validate(base, xml);
      expect([Math.floor(status / 100), text]).toEqual([4, expect.not.stringContaining('"token"')]);
    };
    await refused(b.base, answer);
    await refused(a.base, canonicalSeed(seed.text));
    await refused(a.base, answer.replace('<fecha>2', '<fecha>3'));
    expect((await client.validate(a.base, answer)).status).toBe(200);
    await refused(a.base, answer);
    const xml = saleTo(a.rnc, nextNumber());
    const { token } = await client.authenticate(b.base);
    for (const wrong of [null, 'inventado', token]) expect((await client.sendECF(a.base, xml, wrong)).status).toBe(401);
  });

  test('an e-CF of the stranger is acknowledged, and so are others of its number until one is confirmed', async () => {
    const { a, client, dgii, receiver, rnc, titular } = place;
    const eNCF = nextNumber();
    const [first, second, third] = ['100.00', '200.00', '300.00'].map((monto) => saleTo(a.rnc, eNCF, monto));
    const arecf = await client.sendECF(a.base, first!);
    expect(await acknowledged(arecf)).toEqual(received);
    expect(['RNCEmisor', 'eNCF'].map((name) => read(arecf.text, name))).toEqual([rnc, eNCF]);
    await sendAgain([first!], [arecf]);

    const claim = await client.sendECF(a.base, second!);
    expect(await acknowledged(claim)).toEqual(isListed ? received : duplicate);
    const rows = async () =>
      (await receivedAt(a, rnc, eNCF)).map(({ montoTotal, confirmada }) => [montoTotal, confirmada]).sort();
    const [plain, other] = [(is: boolean) => ['118.00', is], ['236.00', false]] as const;
    expect(await rows()).toEqual(isListed ? [plain(false), other] : [plain(true)]);

    expect(await client.declare(dgii, first!)).toBe('Aceptado');
    const mine = (await receivedAt(a, rnc, eNCF)).find(({ montoTotal }) => montoTotal === '118.00')!;
    const answer = await accept(a, mine.id);
    signed.push(['ACECF', answer.xml]);
    expect(answer.envios).toEqual({ dgii: 'enviada', emisor: isListed ? 'enviada' : 'sin_direccion' });
    expect(await verifies(answer.xml, a.certificate)).toBe(true);
    const arrived = receiver.approvals.filter(({ xml }) => read(xml, 'eNCF') === eNCF);
    const wanted = { fileName: `${a.rnc}${eNCF}.xml`, xml: answer.xml, status: 200 };
    expect(arrived).toMatchObject(isListed ? [wanted] : []);

    expect(await rows()).toEqual(isListed ? [plain(true), other] : [plain(true)]);
    expect(mine.firmadaPor).toBe(titular);
    // The signer of a document that the DGII accepted is known. In testecf its answer is verified as the buyer's own.
    const sold = await issue(a, rnc);
    expect((await client.sendACECF(a.base, answerTo(sold.xml))).status).toBe(200);
    expect(await answersTo(a, sold.id)).toMatchObject([{ firmadaPor: titular, comprobada: isListed }]);

    const late = await client.sendECF(a.base, third!);
    expect(await acknowledged(late)).toEqual(duplicate);
    await sendAgain([first!, second!, third!], [arecf, claim, late]);
    expect(await receivedAt(a, rnc, eNCF)).toHaveLength(isListed ? 2 : 1);
  });

  test('an e-CF that may not be received has its motive in the answer', async () => {
    const { a, b, client, rnc } = place;
    const whole = invoice({ emisor: rnc, comprador: a.rnc, eNCF: nextNumber(), monto: '100.00' });
    const faulty = client.sign(whole.replace(/<MontoTotal>[^<]*<\/MontoTotal>/, ''));
    const altered = client.sign(whole).replace('<CantidadItem>1.00', '<CantidadItem>9.00');
    const misdirected = saleTo(b.rnc, nextNumber());
    const refused = [faulty, altered, misdirected];
    const replies = await Promise.all(refused.map((xml) => client.sendECF(a.base, xml)));
    expect(await Promise.all(replies.map(acknowledged))).toEqual([
      ['1', '1'],
      ['1', '2'],
      ['1', '4'],
    ]);
    const numbers = refused.map((xml) => read(xml, 'eNCF')!);
    expect(replies.map(({ text }) => read(text, 'eNCF'))).toEqual(numbers);
    await sendAgain(refused, replies);
    for (const eNCF of numbers) expect(await receivedAt(a, rnc, eNCF)).toEqual([]);
  });

  test.each<[estado: 'aceptada' | 'rechazada', motivo?: string]>([['aceptada'], ['rechazada', 'No se pidió & sobra']])(
    'an invoice of A reaches the stranger, whose answer is shown: %s',
    async (estado, motivo) => {
      const { a, client, receiver, rnc, titular } = place;
      const { id, eNCF, xml } = await issue(a, rnc);
      signed.push(['31', xml]);
      const delivery = await deliver(a, id);
      const arrived = receiver.ecfs.filter((one) => read(one.xml, 'eNCF') === eNCF);
      if (isListed) {
        expect(delivery).toMatchObject({ estado: 'entregada', tieneAcuse: true });
        expect(arrived).toMatchObject([{ fileName: `${a.rnc}${eNCF}.xml`, xml }]);
        expect(read(arrived[0]!.answer, 'Estado')).toBe('0');
        expect(await acuseOf(a, id)).toBe(arrived[0]!.answer);
      } else expect([delivery.estado, arrived]).toEqual(['sin_direccion', []]);

      const answer = answerTo(xml, motivo);
      for (const _ of ['once', 'again']) expect((await client.sendACECF(a.base, answer)).status).toBe(200);
      const [shown, ...others] = await answersTo(a, id);
      expect(others).toEqual([]);
      expect(shown).toMatchObject({ estado, motivo: motivo ?? null, firmadaPor: titular });
      expect(await answerXml(a, id, shown!.huella)).toBe(answer);
    },
  );

  test('an answer to nothing of A, or not to what A issued, is refused and not shown', async () => {
    const { a, client, rnc } = place;
    const { id, xml } = await issue(a, rnc);
    const altered = answerTo(xml).replace('<Estado>1', '<Estado>2');
    const none = answerTo(xml, undefined, { eNCF: 'E319999999999' });
    for (const wrong of [none, answerTo(xml, undefined, { montoTotal: '1.00' }), altered]) {
      const { status, text } = await client.sendACECF(a.base, wrong);
      expect([status, String(JSON.parse(text).detail)]).toEqual([400, expect.stringMatching(/\w{3,} \w+/)]);
    }
    expect((await client.sendACECF(a.base, none)).text).toContain('No se encuentra un e-CF válido');
    expect(await answersTo(a, id)).toEqual([]);
  });

  test.each<[string, (path: string) => string]>([
    ['two slashes', (path) => path.replace('/api/', '//api/').replace('/fe', '//fe')],
    ['capitals', (path) => path.toUpperCase()],
    // As in the table of the DGII's text. The example in that text has no accent.
    ['the accent', (path) => path.replace('/recepcion/', '/recepción/')],
  ])('a program that writes %s and no file names is understood', async (_name, spelled) => {
    const { a, client, rnc } = place;
    const other = new Client(client.identity, { spelled, namesFiles: false });
    const eNCF = nextNumber();
    expect(await acknowledged(await other.sendECF(a.base, saleTo(a.rnc, eNCF)))).toEqual(received);
    expect(await receivedAt(a, rnc, eNCF)).toHaveLength(1);
    const { id, xml } = await issue(a, rnc);
    expect((await other.sendACECF(a.base, answerTo(xml))).status).toBe(200);
    expect(await answersTo(a, id)).toMatchObject([{ estado: 'aceptada' }]);
  });

  test('the seeds that Timbre signed for the stranger are of A', () => {
    const { receiver, a } = place;
    for (const seed of receiver.seeds) {
      signed.push(['SemillaModel', seed]);
      expect(read(seed, 'X509Certificate')?.replace(/\s/g, '')).toBe(base64Of(a.certificate));
    }
    expect(receiver.seeds.length > 0).toBe(isListed);
  });

  test.skipIf(!officialFiles)('everything signed and received is valid by the official schemas', () => {
    expect(new Set(signed.map(([schema]) => schema)).size).toBe(isListed ? 4 : 3);
    for (const [schema, xml] of signed) expect([xsdFaults(schema, xml), xml]).toEqual(['', xml]);
  });

  test('both data folders are intact at the end', async () => {
    const [a, b] = await place.verify();
    expect(a).toEqual({ code: 0, output: expect.stringMatching(/^[1-9]\d* comprobantes firmados, 0 hallazgos\n$/) });
    expect(b).toEqual({ code: 0, output: '0 comprobantes firmados, 0 hallazgos\n' });
  });
});

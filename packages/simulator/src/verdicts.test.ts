import { type AuthorityClient, createAuthorityClient, type Refused, type Verdict, type Who } from '@timbre/authority';
import { formatFecha, formatFechaHora } from '@timbre/values';
import { type Signer, signXml } from '@timbre/xml/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSimulator } from './simulator.ts';
import { type Draft, draftECF, draftRFCE, makeSigner, rncEmisor, sealed } from './test-company.ts';

const signer = makeSigner();
const simulator = createSimulator();
const { control } = simulator;
const who: Who = { empresa: 'prueba', ambiente: 'testecf' };
let client: AuthorityClient;

beforeAll(async () => {
  const hosts = await simulator.listen();
  client = createAuthorityClient({ hosts, sign: async (_, xml) => (await signXml(xml, signer)).xml });
});
beforeEach(() => {
  control.reset();
  client.forget(who.empresa);
});
afterAll(async () => {
  await client.close();
  await simulator.close();
});

/** Sends an e-CF and waits for its verdict. */
async function verdictOn(xml: string, how: { by?: Signer; fileName?: string; alter?: (xml: string) => string } = {}) {
  const file = await sealed(xml, how.by ?? signer);
  const bytes = (how.alter ?? ((text: string) => text))(String(file.xml));
  const sent = await client.enviarECF(who, { fileName: how.fileName ?? file.fileName, xml: bytes });
  return sent.kind === 'recibido' ? client.consultaResultado(who, sent.trackId) : sent;
}

const rejection = (codigo: string, words: RegExp, secuenciaUtilizada: boolean) => ({
  kind: 'verdict',
  estado: 'rechazado',
  codigo: '2',
  secuenciaUtilizada,
  mensajes: expect.arrayContaining([{ codigo, valor: expect.stringMatching(words) }]),
});

const e31: Draft = { eNCF: 'E310000000001' };

describe('rejections that leave the number free', () => {
  const afterwards = () => verdictOn(draftECF(e31));
  const cases: readonly [string, string, RegExp, () => Promise<Verdict | Refused>][] = [
    ['what is not XML', '0', /XML Inválido/, () => verdictOn(draftECF(e31), { alter: (xml) => xml.slice(0, -3) })],
    [
      'a document type',
      '0',
      /XML Inválido/,
      () => verdictOn(draftECF(e31), { alter: (xml) => xml.replace('<ECF>', '<!DOCTYPE ECF><ECF>') }),
    ],
    [
      'a missing element',
      '0',
      /XSD|RazonSocialEmisor/,
      () => verdictOn(draftECF(e31).replace(/<RazonSocialEmisor>.*?<\/RazonSocialEmisor>/, '')),
    ],
    [
      'an element out of order',
      '0',
      /./,
      () => verdictOn(draftECF(e31).replace(/(<TipoIngresos>01<\/TipoIngresos>)(<TipoPago>1<\/TipoPago>)/, '$2$1')),
    ],
    ['another root', '0', /XML Inválido/, () => verdictOn(draftRFCE({ eNCF: 'E320000000001' }))],
    ['an expired sequence', '0', /La secuencia venció/, () => verdictOn(draftECF({ ...e31, vence: '31-12-2020' }))],
  ];
  test.each(cases)('the number stays free after a rejection for %s', async (_, codigo, words, send) => {
    expect(await send()).toMatchObject(rejection(codigo, words, false));
    expect(await afterwards()).toMatchObject({ estado: 'aceptado' });
  });

  test('the number stays free when the signer is not delegated', async () => {
    control.delegate({ rnc: rncEmisor, holderIds: ['00100000001'] });
    expect(await verdictOn(draftECF(e31))).toMatchObject(
      rejection('0', /El RNC 00112345678 del certificado no está delegado/, false),
    );
    control.delegate({ rnc: rncEmisor });
    expect(await afterwards()).toMatchObject({ estado: 'aceptado' });
  });

  test('the number stays free when the token is of somebody who is not delegated', async () => {
    control.delegate({ rnc: rncEmisor, holderIds: ['00100000001'] });
    const delegated = makeSigner({ holderId: '00100000001' });
    expect(await verdictOn(draftECF(e31), { by: delegated })).toMatchObject(
      rejection('0', /token no está delegado/, false),
    );
  });

  test('the number stays free when the issuer is not electronic, or not active', async () => {
    control.issuer({ rnc: '131000017' });
    expect(await verdictOn(draftECF(e31))).toMatchObject(rejection('0', /emisor electrónico/, false));
    control.issuer({ rnc: rncEmisor, active: false });
    expect(await verdictOn(draftECF(e31))).toMatchObject(rejection('0', /activo/, false));
  });

  test('a number that was not granted is rejected and stays free', async () => {
    control.authorize({ ambiente: 'testecf', rnc: rncEmisor, tipo: '31', desde: 5, hasta: 9 });
    expect(await verdictOn(draftECF(e31))).toMatchObject(rejection('0', /no está autorizado/, false));
    expect(await verdictOn(draftECF({ eNCF: 'E310000000005' }))).toMatchObject({ estado: 'aceptado' });
  });

  test('the number stays free when the certificate is expired', async () => {
    control.settings({ clockOffsetMs: 3 * 86_400_000 });
    const brief = makeSigner({ days: 1 });
    expect(await verdictOn(draftECF(e31), { by: brief })).toMatchObject(
      rejection('0', /Firma inválida: .*vencido/, false),
    );
  });
});

describe('rejections that use the number up', () => {
  const uses: readonly [string, string, RegExp, () => Promise<Verdict | Refused>][] = [
    [
      'a file name that is not RNC + eNCF',
      '3243',
      /nombre del archivo/,
      () => verdictOn(draftECF(e31), { fileName: 'E310000000001.xml' }),
    ],
    [
      'an altered amount',
      '0',
      /Firma inválida: .*alterado/,
      () => verdictOn(draftECF(e31), { alter: (xml) => xml.replaceAll('100.00', '900.00') }),
    ],
    [
      'no signature',
      '0',
      /Firma inválida: .*no está firmado/,
      () => verdictOn(draftECF(e31), { alter: (xml) => xml.replace(/<Signature .*<\/Signature>/, '') }),
    ],
    [
      'a signature from the future',
      '0',
      /La firma está fechada .* en el futuro/,
      () => verdictOn(draftECF({ ...e31, fechaFirma: formatFechaHora(Date.now() + 60_000) })),
    ],
    [
      'a small consumer invoice, whole',
      '0',
      /como resumen/,
      () => verdictOn(draftECF({ eNCF: 'E320000000001', monto: '249999.99' })),
    ],
  ];
  test.each(uses)('the number is used after a rejection for %s', async (_, codigo, words, send) => {
    expect(await send()).toMatchObject(rejection(codigo, words, true));
  });

  test('an accepted number is rejected with 1209 the second time', async () => {
    await verdictOn(draftECF(e31));
    expect(await verdictOn(draftECF({ ...e31, monto: '200.00' }))).toMatchObject(rejection('1209', /utilizada/, true));
  });

  test('a used number stays used, whatever else is wrong the next time', async () => {
    await verdictOn(draftECF(e31));
    expect(await verdictOn(draftECF(e31), { fileName: 'x.xml' })).toMatchObject(rejection('3243', /archivo/, true));
    expect(await verdictOn(draftECF(e31).replace('<Version>1.0</Version>', ''))).toMatchObject({
      estado: 'rechazado',
      secuenciaUtilizada: true,
    });
    expect(await verdictOn(draftECF(e31), { alter: (xml) => xml.replaceAll('100.00', '1.00') })).toMatchObject({
      estado: 'rechazado',
      secuenciaUtilizada: true,
    });
  });

  test('a note on an e-CF that nobody issued is rejected with 614', async () => {
    const note = draftECF({ eNCF: 'E340000000001', monto: '10.00', ncfModificado: 'E310000000001' });
    expect(await verdictOn(note)).toMatchObject(rejection('614', /E310000000001/, true));
    expect(await verdictOn(note)).toMatchObject(rejection('1209', /utilizada/, true));
  });

  test('a note on an e-CF whose verdict is pending is rejected with 614', async () => {
    control.settings({ validacionMs: 1000 });
    await verdictOn(draftECF(e31));
    await verdictOn(draftECF({ eNCF: 'E330000000001', ncfModificado: e31.eNCF }));
    control.settings({ clockOffsetMs: 1000 });
    expect(control.log().map(({ decision }) => decision.estado)).toEqual(['aceptado', 'rechazado']);
    await verdictOn(draftECF({ eNCF: 'E330000000002', ncfModificado: e31.eNCF }));
    expect(control.log().at(-1)?.decision.estado).toBe('aceptado');
  });

  test('a note on an e-CF of another environment is rejected with 614', async () => {
    const sent = await client.enviarECF({ ...who, ambiente: 'ecf' }, await sealed(draftECF(e31), signer));
    expect(sent.kind).toBe('recibido');
    const note = draftECF({ eNCF: 'E330000000001', ncfModificado: e31.eNCF });
    expect(await verdictOn(note)).toMatchObject(rejection('614', /./, true));
  });

  test('credit notes that add up to more than their invoice are rejected', async () => {
    await verdictOn(draftECF(e31));
    const credit = (eNCF: string, monto: string) => verdictOn(draftECF({ eNCF, monto, ncfModificado: e31.eNCF }));
    expect(await credit('E340000000001', '60.00')).toMatchObject({ estado: 'aceptado' });
    expect(await credit('E340000000002', '40.01')).toMatchObject(rejection('0', /superan/, true));
    expect(await credit('E340000000003', '40.00')).toMatchObject({ estado: 'aceptado' });
  });

  test.each([
    [
      '2020',
      'TablaSubDescuento',
      '<DescuentoMonto>10.00</DescuentoMonto><TablaSubDescuento><SubDescuento><TipoSubDescuento>$</TipoSubDescuento><MontoSubDescuento>5.00</MontoSubDescuento></SubDescuento></TablaSubDescuento>',
    ],
    [
      '2030',
      'TablaSubRecargo',
      '<RecargoMonto>10.00</RecargoMonto><TablaSubRecargo><SubRecargo><TipoSubRecargo>$</TipoSubRecargo><MontoSubRecargo>5.00</MontoSubRecargo></SubRecargo></TablaSubRecargo>',
    ],
  ])('the document is rejected with %s where %s does not add up', async (codigo, _, table) => {
    const xml = draftECF(e31).replace(
      /(<PrecioUnitarioItem>)100.00(<\/PrecioUnitarioItem>)/,
      `$1${codigo === '2020' ? '110.00' : '90.00'}$2${table}`,
    );
    expect(await verdictOn(xml)).toMatchObject(rejection(codigo, /./, true));
  });

  test('a document that breaks a rule of the format, e.g. the type of its number, is rejected', async () => {
    const verdict = await verdictOn(draftECF(e31).replaceAll('E310000000001', 'E330000000001'));
    expect(verdict).toMatchObject(rejection('0', /E330000000001/, true));
  });

  test('an issue dated tomorrow is rejected', async () => {
    const tomorrow = formatFecha(Date.now() + 86_400_000);
    const dated = (xml: string) => xml.replace(/<FechaEmision>[^<]*/, `<FechaEmision>${tomorrow}`);
    expect(await verdictOn(dated(draftECF(e31)))).toMatchObject(rejection('0', /emisión .* en el futuro/, true));
    const summary = await sealed(dated(draftRFCE({ eNCF: 'E320000000001' })), signer);
    expect(await client.enviarRFCE(who, summary)).toMatchObject(rejection('0', /emisión .* en el futuro/, true));
  });
});

describe('conditional acceptance', () => {
  test('a total that is off by more than its tolerance is accepted conditionally', async () => {
    const xml = draftECF(e31).replace('<MontoTotal>100.00', '<MontoTotal>102.00');
    expect(await verdictOn(xml)).toMatchObject({
      estado: 'aceptado_condicional',
      codigo: '4',
      secuenciaUtilizada: true,
      mensajes: [{ codigo: expect.any(String), valor: expect.stringMatching(/MontoTotal/) }],
    });
    expect(await client.consultaEstado(who, { rncEmisor, eNCF: e31.eNCF })).toMatchObject({ estado: 'aceptado' });
  });

  test('remarks are accepted: payments above the total, a wrong check digit', async () => {
    const paid =
      '<TablaFormasPago><FormaDePago><FormaPago>1</FormaPago><MontoPago>900.00</MontoPago></FormaDePago></TablaFormasPago>';
    const xml = draftECF(e31)
      .replace('</TipoPago>', `</TipoPago>${paid}`)
      .replace(/<RNCComprador>[^<]*/, '<RNCComprador>131000018');
    expect(await verdictOn(xml)).toMatchObject({ estado: 'aceptado', mensajes: [] });
  });

  test('a global discount is subtracted after the ITBIS is taken out: 3752 / 1.16 − 50 = 3184.48', async () => {
    const taxed = (gravado: string, itbis: string, total: string) =>
      draftECF({ ...e31, monto: '3752.00' })
        .replace('<TipoIngresos>', '<IndicadorMontoGravado>1</IndicadorMontoGravado><TipoIngresos>')
        .replace(
          /<Totales>.*<\/Totales>/,
          `<Totales><MontoGravadoTotal>${gravado}</MontoGravadoTotal><MontoGravadoI2>${gravado}</MontoGravadoI2><ITBIS2>16</ITBIS2><TotalITBIS>${itbis}</TotalITBIS><TotalITBIS2>${itbis}</TotalITBIS2><MontoTotal>${total}</MontoTotal></Totales>`,
        )
        .replace('<IndicadorFacturacion>4', '<IndicadorFacturacion>2')
        .replace(
          '</DetallesItems>',
          '</DetallesItems><DescuentosORecargos><DescuentoORecargo><NumeroLinea>1</NumeroLinea><TipoAjuste>D</TipoAjuste><TipoValor>$</TipoValor><MontoDescuentooRecargo>50.00</MontoDescuentooRecargo><IndicadorFacturacionDescuentooRecargo>2</IndicadorFacturacionDescuentooRecargo></DescuentoORecargo></DescuentosORecargos>',
        );
    expect(await verdictOn(taxed('3184.48', '509.52', '3694.00'))).toMatchObject({ estado: 'aceptado', mensajes: [] });
    control.reset();
    expect(await verdictOn(taxed('3191.38', '510.62', '3702.00'))).toMatchObject({ estado: 'aceptado_condicional' });
  });

  test('a total within its tolerance is accepted', async () => {
    const xml = draftECF(e31).replace('<MontoTotal>100.00', '<MontoTotal>100.99');
    expect(await verdictOn(xml)).toMatchObject({ estado: 'aceptado', mensajes: [] });
  });
});

describe('summaries', () => {
  const summary = async (draft: Draft & { codigo?: string }) =>
    client.enviarRFCE(who, await sealed(draftRFCE(draft), signer));

  test('a summary of RD$250,000.00 or more is rejected: the invoice is sent whole', async () => {
    expect(await summary({ eNCF: 'E320000000001', monto: '250000.00' })).toMatchObject(
      rejection('0', /completas/, true),
    );
    expect(await verdictOn(draftECF({ eNCF: 'E320000000002', monto: '250000.00' }))).toMatchObject({
      estado: 'aceptado',
    });
  });

  test('a summary of a number that was used is rejected with 1209', async () => {
    await summary({ eNCF: 'E320000000001' });
    expect(await summary({ eNCF: 'E320000000001' })).toMatchObject(rejection('1209', /utilizada/, true));
  });

  test('a summary with a security code that is not six characters is rejected', async () => {
    expect(await summary({ eNCF: 'E320000000001', codigo: 'aB3' })).toMatchObject(
      rejection('0', /CodigoSeguridadeCF/, false),
    );
  });

  test('a full e-CF is rejected by the service of summaries', async () => {
    const file = await sealed(draftECF({ eNCF: 'E320000000001' }), signer);
    expect(await client.enviarRFCE(who, file)).toMatchObject(rejection('0', /XML Inválido/, false));
  });

  test('a summary and a full invoice share one number', async () => {
    await summary({ eNCF: 'E320000000001' });
    const whole = draftECF({ eNCF: 'E320000000001', monto: '300000.00' });
    expect(await verdictOn(whole)).toMatchObject(rejection('1209', /utilizada/, true));
  });
});

describe('ordered decisions', () => {
  test('a decision is ordered for one number, once', async () => {
    control.force({
      eNCF: 'E310000000002',
      estado: 'rechazado',
      mensajes: [{ codigo: '99', valor: 'Por orden' }],
      secuenciaUtilizada: false,
    });
    expect(await verdictOn(draftECF(e31))).toMatchObject({ estado: 'aceptado' });
    const second = draftECF({ eNCF: 'E310000000002' });
    expect(await verdictOn(second)).toMatchObject(rejection('99', /Por orden/, false));
    expect(await verdictOn(second)).toMatchObject({ estado: 'aceptado' });
  });
});

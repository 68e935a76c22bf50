import { expect, test } from 'vitest';
import { seeded, validTree } from '../testing/samples.ts';
import type { ECF } from './index.ts';
import { fileName, timbreUrl } from './index.ts';

const tree = (tipo: '31' | '32' | '47', MontoTotal: string): ECF => {
  const { Encabezado, ...rest } = validTree(tipo, 0, seeded(2)) as ECF;
  return {
    ...rest,
    FechaHoraFirma: '21-11-2026 10:05:09',
    Encabezado: {
      ...Encabezado,
      IdDoc: { ...Encabezado.IdDoc, eNCF: `E${tipo}0000000001` },
      Emisor: { ...Encabezado.Emisor, RNCEmisor: '131880681', FechaEmision: '20-11-2026' },
      ...(Encabezado.Comprador && { Comprador: { ...Encabezado.Comprador, RNCComprador: '101010632' } }),
      Totales: { ...Encabezado.Totales, MontoTotal },
    },
  };
};

test('the stamp of an e-CF has every value as signed, with reserved characters encoded', () => {
  expect(timbreUrl('certecf', tree('31', '1180.00'), 'aB+/=z')).toBe(
    'https://ecf.dgii.gov.do/certecf/ConsultaTimbre?RncEmisor=131880681&RncComprador=101010632&ENCF=E310000000001' +
      '&FechaEmision=20-11-2026&MontoTotal=1180.00&FechaFirma=21-11-2026%2010%3A05%3A09&CodigoSeguridad=aB%2B%2F%3Dz',
  );
});

test('the stamp of a small consumer invoice is on the other host and has fewer values', () => {
  expect(timbreUrl('ecf', tree('32', '1180.00'), 'aBcdez')).toBe(
    'https://fc.dgii.gov.do/ecf/ConsultaTimbreFC?RncEmisor=131880681&ENCF=E320000000001&MontoTotal=1180.00&CodigoSeguridad=aBcdez',
  );
  expect(timbreUrl('ecf', tree('32', '250000.00'), 'aBcdez')).toContain('https://ecf.dgii.gov.do/ecf/ConsultaTimbre?');
});

test('a document without buyer has none in its stamp, and another host may answer', () => {
  const url = timbreUrl('testecf', tree('47', '1.00'), 'aBcdez', {
    ecf: 'http://127.0.0.1:1',
    fc: 'http://127.0.0.1:2',
  });
  expect(url).toContain('http://127.0.0.1:1/testecf/ConsultaTimbre?RncEmisor=131880681&ENCF=');
});

test('files are named by their sender', () => {
  expect(fileName(tree('31', '1.00'))).toBe('131880681E310000000001.xml');
  const answer = {
    Version: '1.0',
    RNCEmisor: '131880681',
    RNCComprador: '101010632',
    eNCF: 'E310000000001',
    Estado: '1',
  };
  const FechaHora = '21-11-2026 10:05:09';
  expect(fileName({ DetalleAcusedeRecibo: { ...answer, FechaHoraAcuseRecibo: FechaHora } })).toBe(
    '101010632E310000000001.xml',
  );
  expect(
    fileName({
      DetalleAprobacionComercial: {
        ...answer,
        FechaEmision: '20-11-2026',
        MontoTotal: '1.00',
        FechaHoraAprobacionComercial: FechaHora,
      },
    }),
  ).toBe('101010632E310000000001.xml');
});

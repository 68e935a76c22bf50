import { validate } from '@timbre/ecf';
import {
  addDays,
  type Fecha,
  formatFechaHora,
  parseFecha,
  parseRNC,
  rncCheckDigitHolds,
  tiposECF,
} from '@timbre/values';
import { describe, expect, it } from 'vitest';
import { buildMuestra, sampleDocuments } from '../../../domain/comprobantes/workbooks/muestra.ts';
import { readAll } from './read-all.ts';

const now = Date.UTC(2026, 3, 17, 15);
const fecha = parseFecha('17-04-2026') as Fecha;
const options = {
  rnc: '199000005',
  razonSocial: 'Colmado Ñandú & Hijos SRL',
  desde: 41,
  fecha,
  vencimiento: addDays(fecha, 500),
};

describe('the sample workbook', () => {
  it('the sample workbook has every type of e-CF, without a fault or a remark', () => {
    const documents = sampleDocuments(options);
    expect(new Set(documents.map(({ Encabezado }) => Encabezado.IdDoc.TipoeCF))).toEqual(new Set(tiposECF));
    for (const tree of documents) {
      expect(validate('ECF', { ...tree, FechaHoraFirma: formatFechaHora(now) }, { now })).toEqual([]);
    }
  });

  it('the sample workbook of a company with the RNC of one of its buyers has another buyer in its place', () => {
    const buyersOf = (rnc: string) =>
      sampleDocuments({ ...options, rnc }).flatMap(({ Encabezado }) => Encabezado.Comprador?.RNCComprador ?? []);
    const usual = new Set(buyersOf(options.rnc));
    expect(usual.size).toBe(4);
    for (const rnc of usual) {
      const buyers = buyersOf(rnc);
      expect([buyers.includes(rnc), buyers.length]).toEqual([false, buyersOf(options.rnc).length]);
      expect(buyers.every((text) => rncCheckDigitHolds(parseRNC(text)!))).toBe(true);
      for (const tree of sampleDocuments({ ...options, rnc }))
        expect(validate('ECF', { ...tree, FechaHoraFirma: formatFechaHora(now) }, { now })).toEqual([]);
    }
  });

  it('the sample workbook has notes that agree with the invoice they correct', () => {
    const documents = sampleDocuments(options);
    const notes = documents.filter((tree) => tree.InformacionReferencia !== undefined);
    expect(notes.map(({ Encabezado }) => Encabezado.IdDoc.TipoeCF)).toEqual(['33', '34']);
    for (const tree of notes) {
      const { NCFModificado } = tree.InformacionReferencia!;
      const modificado = documents.find(({ Encabezado }) => Encabezado.IdDoc.eNCF === NCFModificado)!;
      const signed = { ...tree, FechaHoraFirma: formatFechaHora(now) };
      expect(validate('ECF', signed, { now, modificado })).toEqual([]);
    }
  });

  it('the sample workbook has buyers whose RNC holds its check digit', () => {
    const numbers = sampleDocuments(options).flatMap(({ Encabezado }) => Encabezado.Comprador?.RNCComprador ?? []);
    expect(numbers.filter((text) => !rncCheckDigitHolds(parseRNC(text)!))).toEqual([]);
  });

  it('the sample workbook is read back whole: the same documents, and the summaries of two of them', async () => {
    const { resultado, documentos } = await readAll(await buildMuestra(options, now), now);
    expect(resultado).toEqual({
      errores: [],
      avisos: [],
      rncEmisores: ['199000005'],
      certificacion: false,
      ecf: 13,
      rfce: 2,
    });
    expect(documentos.flatMap(({ errores }) => errores)).toEqual([]);
    expect(documentos.slice(0, 13).map(({ arbol }) => arbol)).toEqual(sampleDocuments(options));
    expect(documentos.slice(13).map(({ eNCF, esRFCE, derivado }) => [eNCF, esRFCE, derivado])).toEqual([
      ['E320000000041', true, false],
      ['E320000000042', true, false],
    ]);
  });
});

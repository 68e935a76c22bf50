import { describe, expect, it } from 'vitest';
import { estadoDGII, explain } from './verdict.ts';

const eNCF = 'E310000000007';
const of = (part: object) =>
  explain(eNCF, {
    estado: 'aceptado',
    mensajes: [],
    secuenciaUtilizada: null,
    esperaA: null,
    anuladaPor: null,
    notasDeCredito: null,
    modifica: null,
    monto: '1180.00',
    ...part,
  });

describe('the explanation of a verdict', () => {
  it('a signed note waits for its invoice, cannot be sent after its rejection, and can be sent after its acceptance', () => {
    const note = (estado: string) =>
      of({ estado: 'firmado', esperaA: 'E310000000001', modifica: { id: '1', eNCF: 'E310000000001', estado } });
    expect(note('enviado')).toMatchObject({ title: 'En espera de su factura' });
    expect(note('aceptado')).toMatchObject({ title: 'Firmado, sin enviar', todo: { act: 'enviar' } });
    expect(note('rechazado')).toMatchObject({ tone: 'bad', title: 'Su factura fue rechazada' });
    expect(note('rechazado')?.todo).toBeUndefined();
  });

  it('a rejected document with an unused number is to be corrected and sent with the same number', () => {
    const explanation = of({
      estado: 'rechazado',
      secuenciaUtilizada: false,
      mensajes: [{ codigo: '614', valor: 'El NCF modificado no ha sido emitido' }],
    });
    expect(explanation).toMatchObject({ tone: 'bad', title: 'Rechazado por la DGII (614)', todo: { act: 'corregir' } });
    expect(explanation?.meaning).toContain('factura que esta nota modifica');
    expect(explanation?.number).toBe(
      `El número ${eNCF} no se gastó: corrija el comprobante y envíelo de nuevo con él.`,
    );
  });

  it('a rejected document with a used or unknown number is to be replaced by another document', () => {
    for (const secuenciaUtilizada of [true, null]) {
      const explanation = of({
        estado: 'rechazado',
        secuenciaUtilizada,
        mensajes: [{ codigo: '0', valor: 'XML Inválido' }],
      });
      expect(explanation).toMatchObject({ title: 'Rechazado por la DGII' });
      expect(explanation?.number).toContain('emita otro comprobante en su lugar');
      expect(explanation?.todo).toBeUndefined();
      expect(explanation?.meaning).toBeUndefined();
    }
  });

  it('an irregular document is valid', () => {
    expect(of({ estado: 'aceptado_condicional' })?.meaning).toContain('Es válido fiscalmente');
  });

  it('an unconfirmed document is to be confirmed; a waiting one has the reason of its wait', () => {
    expect(of({ estado: 'sin_confirmar' })?.todo?.act).toBe('confirmar');
    expect(of({ estado: 'firmado', esperaA: 'E310000000001' })?.meaning).toContain('E310000000001');
    expect(of({ estado: 'firmado' })?.todo?.act).toBe('enviar');
  });

  it('a document with a note of annulment is annulled once the note is accepted, not before', {
    tags: ['SI4-1'],
  }, () => {
    const by = (estado: string) => of({ anuladaPor: { id: '', eNCF: 'E340000000009', estado } });
    expect(by('en_proceso')).toMatchObject({ title: 'Anulación en proceso' });
    expect(by('en_proceso')?.meaning).toContain('quedará anulada cuando la acepte');
    expect(by('aceptado')?.meaning).toBe(
      'Nota de crédito generada y enviada correctamente. La factura ha sido anulada.',
    );
  });

  it('an accepted document, or one on its way, has no explanation', () => {
    expect(of({})).toBeUndefined();
    expect(of({ estado: 'en_proceso' })).toBeUndefined();
  });

  it('an invoice with notes for a part is not annulled, and has its remaining amount', { tags: ['SI4-1'] }, () => {
    const notes = { cantidad: 1, aceptado: '1.18', enProceso: '0.00', resta: '1178.82' };
    const explanation = of({ notasDeCredito: notes });
    expect(explanation?.title).toBe('Con notas por RD$ 1.18 de RD$ 1,180.00');
    expect(explanation?.meaning).toContain('quedan RD$ 1,178.82');
    const waiting = { cantidad: 2, aceptado: '0.00', enProceso: '20.00', resta: '1160.00' };
    expect(of({ notasDeCredito: waiting })?.title).toBe('Con notas en proceso por RD$ 20.00 de RD$ 1,180.00');
    expect(of({ notasDeCredito: { ...notes, enProceso: '20.00' } })?.title).toContain(', y RD$ 20.00 en proceso');
    const text = { cantidad: 1, aceptado: '0.00', enProceso: '0.00', resta: '1180.00' };
    expect(of({ notasDeCredito: text })).toBeUndefined();
  });
});

it('a decided document has the code of its state; one that the DGII has not answered has none', () => {
  expect([estadoDGII('aceptado'), estadoDGII('rechazado'), estadoDGII('firmado')]).toEqual([
    '1 · Aceptado',
    '2 · Rechazado',
    undefined,
  ]);
});

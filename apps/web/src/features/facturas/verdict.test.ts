import { describe, expect, it } from 'vitest';
import { explain } from './verdict.ts';

const eNCF = 'E310000000007';
const of = (part: object) =>
  explain(eNCF, {
    estado: 'aceptado',
    mensajes: [],
    secuenciaUtilizada: null,
    esperaA: null,
    anuladaPor: null,
    notasDeCredito: null,
    monto: '1180.00',
    ...part,
  });

describe('what a verdict comes to', () => {
  it('of an unused number: mend it and send it again with the same one', () => {
    const told = of({
      estado: 'rechazado',
      secuenciaUtilizada: false,
      mensajes: [{ codigo: '614', valor: 'El NCF modificado no ha sido emitido' }],
    });
    expect(told).toMatchObject({ tone: 'bad', title: 'Rechazado por la DGII (614)', todo: { act: 'corregir' } });
    expect(told?.meaning).toContain('factura que esta nota modifica');
    expect(told?.number).toBe(`El número ${eNCF} no se gastó: corrija el comprobante y envíelo de nuevo con él.`);
  });

  it('of a used number, or where the DGII did not say: another document', () => {
    for (const secuenciaUtilizada of [true, null]) {
      const told = of({ estado: 'rechazado', secuenciaUtilizada, mensajes: [{ codigo: '0', valor: 'XML Inválido' }] });
      expect(told).toMatchObject({ title: 'Rechazado por la DGII' });
      expect(told?.number).toContain('emita otro comprobante en su lugar');
      expect(told?.todo).toBeUndefined();
      expect(told?.meaning).toBeUndefined();
    }
  });

  it('of an irregular one: it is valid', () => {
    expect(of({ estado: 'aceptado_condicional' })?.meaning).toContain('Es válido fiscalmente');
  });

  it('of one that is not confirmed: a person confirms it; of one that waits: for what', () => {
    expect(of({ estado: 'sin_confirmar' })?.todo?.act).toBe('confirmar');
    expect(of({ estado: 'firmado', esperaA: 'E310000000001' })?.meaning).toContain('E310000000001');
    expect(of({ estado: 'firmado' })?.todo?.act).toBe('enviar');
  });

  it('of one that a note annuls: that it is annulled once the note is accepted, not before', () => {
    const by = (estado: string) => of({ anuladaPor: { id: '', eNCF: 'E340000000009', estado } });
    expect(by('en_proceso')).toMatchObject({ title: 'Anulación en proceso' });
    expect(by('en_proceso')?.meaning).toContain('quedará anulada cuando la acepte');
    expect(by('aceptado')?.meaning).toBe(
      'Nota de crédito generada y enviada correctamente. La factura ha sido anulada.',
    );
  });

  it('of an accepted one, or one on its way: nothing', () => {
    expect(of({})).toBeUndefined();
    expect(of({ estado: 'en_proceso' })).toBeUndefined();
  });

  it('of an invoice with notes for a part: that it is not annulled, and what remains', () => {
    const notes = { cantidad: 1, aceptado: '1.18', enProceso: '0.00', resta: '1178.82' };
    const told = of({ notasDeCredito: notes });
    expect(told?.title).toBe('Con notas por RD$ 1.18 de RD$ 1,180.00');
    expect(told?.meaning).toContain('quedan RD$ 1,178.82');
    const waiting = { cantidad: 2, aceptado: '0.00', enProceso: '20.00', resta: '1160.00' };
    expect(of({ notasDeCredito: waiting })?.title).toBe('Con notas en proceso por RD$ 20.00 de RD$ 1,180.00');
    expect(of({ notasDeCredito: { ...notes, enProceso: '20.00' } })?.title).toContain(', y RD$ 20.00 en proceso');
    const text = { cantidad: 1, aceptado: '0.00', enProceso: '0.00', resta: '1180.00' };
    expect(of({ notasDeCredito: text })).toBeUndefined();
  });
});

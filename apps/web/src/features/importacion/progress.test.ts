import type { Estado } from '@timbre/contract';
import { describe, expect, it } from 'vitest';
import { type Authority, canSend, countsOf } from '../../lib/import-state.ts';
import { ratioOf } from '../../lib/pace.ts';
import { fila, importOf } from '../../lib/testing/sample-import.ts';
import { canEdit, nextWords, refusalsOf, sendable, stepsOf } from './progress.ts';

const countsOfStates = (...estados: Estado[]) => countsOf(importOf(estados));
const dgii: Authority = { simulated: false, authenticated: true };
const idle = { estado: 'listo', enCurso: { firmar: 0, enviar: 0 } } as const;

describe('the steps', () => {
  it('the steps are the three of the server, then signing and sending', () => {
    const { estado, pasos } = importOf(['firmado', 'enviado']);
    const steps = stepsOf({ estado, pasos, enCurso: { firmar: 0, enviar: 1 } }, countsOfStates('firmado', 'enviado'));
    expect(steps.map(({ nombre, estado }) => [nombre, estado])).toEqual([
      ['Lectura', 'completado'],
      ['Datos', 'completado'],
      ['XML', 'completado'],
      ['Firma', 'completado'],
      ['Envío', 'procesando'],
    ]);
    expect(steps[4]).toMatchObject({ hechos: 1, total: 2 });
  });

  it('signing and sending do not begin while the workbook is being read', () => {
    const half = { ...importOf([], { firmar: 1, enviar: 0 }), estado: 'procesando' as const };
    expect(stepsOf(half, countsOfStates('firmado', 'enviado')).slice(3)).toMatchObject([
      { nombre: 'Firma', estado: 'pendiente', hechos: 0, total: 0 },
      { nombre: 'Envío', estado: 'pendiente', hechos: 0, total: 0 },
    ]);
  });

  it('the progress of the steps counts each one: a workbook that is read and not signed has three of five', () => {
    const held = importOf(['pendiente', 'pendiente']);
    expect(stepsOf(held, countsOf(held)).map(ratioOf)).toEqual([1, 1, 1, 0, 0]);
    const empty = { ...importOf([]), pasos: importOf([]).pasos.map((paso) => ({ ...paso, hechos: 0, total: 0 })) };
    expect(stepsOf(empty, countsOfStates()).map(ratioOf)).toEqual([1, 1, 1, 0, 0]);
  });

  it('documents with errors are left out of signing', () => {
    const held = importOf(['firmado', 'error']);
    expect(stepsOf(held, countsOf(held))[3]).toMatchObject({
      estado: 'completado',
      total: 1,
    });
  });
});

describe('signing and sending all', () => {
  const refusals = (estados: Estado[], authority = dgii) => refusalsOf(countsOfStates(...estados), idle, authority);

  it('signing and sending all is possible when there is something to sign and to send', () => {
    expect(refusals(['pendiente', 'firmado'])).toEqual({ firmar: undefined, enviar: undefined });
  });

  it('signing and sending all is refused in the words of the specification when there is nothing to do', {
    tags: ['S5-11'],
  }, () => {
    expect(refusals(['pendiente']).enviar).toBe('La factura debe estar firmada para enviarla');
    expect(refusals(['firmado'], { simulated: false, authenticated: false }).enviar).toBe('Debe autenticarse primero');
    expect(refusals(['aceptado'])).toEqual({ firmar: 'No queda nada por firmar', enviar: 'No queda nada por enviar' });
  });

  it('sending all in development mode includes unsigned documents', () => {
    const simulator = { simulated: true, authenticated: true };
    expect(refusals(['pendiente'], simulator).enviar).toBeUndefined();
    expect(sendable(countsOfStates('pendiente', 'firmado', 'error'), simulator)).toBe(2);
    expect(sendable(countsOfStates('pendiente', 'firmado', 'error'), dgii)).toBe(1);
  });

  it('documents that wait for the correction of another are not among those to sign, and the refusal says why', () => {
    const stopped = countsOf({ ...importOf(['pendiente', 'pendiente', 'error']), detenidos: 2 });
    const words = '2 comprobantes esperan a que se corrija su factura o su resumen, o la empresa vuelva a su ambiente';
    expect(stopped).toMatchObject({ firmables: 0, detenidos: 2 });
    expect(refusalsOf(stopped, idle, dgii).firmar).toBe(words);
    expect(sendable(stopped, { simulated: true, authenticated: true })).toBe(0);
    expect(nextWords(stopped, refusalsOf(stopped, idle, dgii), 'listo')).toBe(
      `Queda 1 comprobante con errores; ${words}`,
    );
  });

  it('a signed note whose invoice was rejected is not among those to send, and the refusal says why', () => {
    const stopped = countsOf({ ...importOf(['rechazado', 'firmado']), notasDetenidas: 1 });
    const words = '1 comprobante espera a que se corrija su factura o su resumen, o la empresa vuelva a su ambiente';
    expect(stopped).toMatchObject({ enviables: 0, firmados: 2 });
    expect(refusalsOf(stopped, idle, dgii).enviar).toBe(words);
    expect(nextWords(stopped, refusalsOf(stopped, idle, dgii), 'listo')).toBe(words);
    const note = { estado: 'firmado', detenido: true } as const;
    expect([canSend(note, true), canSend({ ...note, detenido: false }, false)]).toEqual([false, true]);
  });

  it('signing and sending all is refused without the right to issue, whatever there is to do', () => {
    const noEmite = 'Su rol permite ver los comprobantes, no emitirlos';
    expect(refusals(['pendiente', 'firmado'], { ...dgii, noEmite })).toEqual({ firmar: noEmite, enviar: noEmite });
  });

  it('signing and sending all waits for the workbook, and for what is already under way', () => {
    const counts = countsOfStates('pendiente', 'firmado');
    expect(refusalsOf(counts, { ...idle, estado: 'procesando' }, dgii)).toEqual({
      firmar: 'El libro se está procesando',
      enviar: 'El libro se está procesando',
    });
    expect(refusalsOf(counts, { ...idle, enCurso: { firmar: 1, enviar: 0 } }, dgii)).toEqual({
      firmar: 'La firma está en curso',
      enviar: 'La firma está en curso',
    });
    expect(refusalsOf(counts, { ...idle, enCurso: { firmar: 0, enviar: 1 } }, dgii)).toEqual({
      firmar: 'El envío está en curso',
      enviar: 'El envío está en curso',
    });
  });
});

it('each stage has the words of the next one', () => {
  const words = (estados: Estado[], estado: 'procesando' | 'listo' | 'error' = 'listo') => {
    const counts = countsOfStates(...estados);
    return nextWords(counts, refusalsOf(counts, { ...idle, estado }, dgii), estado);
  };
  expect(words(['aceptado', 'sin_confirmar', 'enviado'])).toBe('Esperando 1 respuesta de la DGII');
  expect(words(['aceptado', 'sin_confirmar'])).toBe('Siguiente: confirmar 1 comprobante en el portal de la DGII');
  expect(words([], 'procesando')).toBe('En cola para procesarse');
  expect(words([], 'error')).toBe('Corrija el libro y procéselo de nuevo');
  expect(words([])).toBe('El libro no trae comprobantes');
  expect(words(['pendiente', 'pendiente'])).toBe('Siguiente: firmar 2 comprobantes');
  expect(words(['firmado'])).toBe('Siguiente: enviar 1 comprobante');
  expect(words(['enviado', 'aceptado'])).toBe('Esperando 1 respuesta de la DGII');
  expect(words(['aceptado', 'rechazado'])).toBe('La DGII respondió los 2: 1 aceptado, 1 rechazado');
  expect(words(['aceptado', 'error'])).toBe('Queda 1 comprobante con errores');
});

it('a summary is edited through its invoice; a document at the authority, or with a reserved number, is not', () => {
  expect(canEdit(fila({}))).toBe(true);
  expect(canEdit(fila({ estado: 'error' }))).toBe(true);
  expect(canEdit(fila({ esRFCE: true }))).toBe(false);
  expect(canEdit(fila({ estado: 'enviado' }))).toBe(false);
  expect(canEdit(fila({ estado: 'rechazado', secuenciaUtilizada: true }))).toBe(false);
  expect(canEdit(fila({ estado: 'rechazado', secuenciaUtilizada: false }))).toBe(true);
  const real = { estado: 'firmado', secuenciaUtilizada: null } as const;
  expect(canEdit(fila({ estado: 'aceptado', secuenciaUtilizada: true, real }))).toBe(true);
});

import { QueryClient } from '@tanstack/react-query';
import type { Estado, importacion } from '@timbre/contract';
import { describe, expect, it } from 'vitest';
import { askedFor, patchImportacion, patchImportaciones } from './live.ts';
import { documento, importOf } from './sample-import.ts';

const moved = (id: string, estado: Estado) => ({
  id,
  estado,
  trackId: 't1',
  esperaA: null,
  secuenciaUtilizada: null,
  mensajes: [],
  errores: [],
});

describe('an import that is open', () => {
  const held = importOf([documento({ id: 'a', estado: 'firmado' }), documento({ id: 'b' })], { firmar: 1, enviar: 1 });

  it('takes the new state of a document and leaves the others as they are', () => {
    const after = patchImportacion(held, [moved('a', 'enviado')]);
    expect(after.documentos[0]).toMatchObject({ estado: 'enviado', trackId: 't1', monto: '118.00' });
    expect(after.documentos[1]).toBe(held.documentos[1]);
  });

  it('counts down what remains to be signed and sent, never below nothing', () => {
    const sent = patchImportacion(held, [moved('a', 'enviado'), moved('b', 'firmado')]);
    expect(sent.enCurso).toEqual({ firmar: 0, enviar: 0 });
    expect(patchImportacion(sent, [moved('b', 'enviado')]).enCurso).toEqual({ firmar: 0, enviar: 0 });
  });

  it('does not count twice what is told twice', () => {
    const once = patchImportacion(held, [moved('a', 'enviado')]);
    expect(patchImportacion(once, [moved('a', 'aceptado')]).enCurso).toEqual({ firmar: 1, enviar: 0 });
  });

  it('hears only of its own documents', () => {
    const client = new QueryClient();
    client.setQueryData(['importaciones', 'i1'], held);
    patchImportaciones(client, [
      { importacionId: 'i1', documento: moved('a', 'aceptado') },
      { importacionId: 'i2', documento: moved('b', 'aceptado') },
      { importacionId: null, documento: moved('c', 'aceptado') },
    ]);
    const states = client
      .getQueryData<importacion.Importacion>(['importaciones', 'i1'])
      ?.documentos.map((d) => d.estado);
    expect(states).toEqual(['aceptado', 'pendiente']);
  });
});

describe('what has just been asked for', () => {
  const states: Estado[] = ['pendiente', 'pendiente', 'firmado'];
  const held = importOf(states.map((estado, i) => documento({ id: `d${i}`, estado })));

  it('is under way until its documents have moved', () => {
    expect(askedFor(held, undefined, 'firmar', 2).enCurso).toEqual({ firmar: 2, enviar: 0 });
    expect(askedFor(held, ['d2'], 'enviar', 1).enCurso).toEqual({ firmar: 0, enviar: 1 });
  });

  it('is not waited for where they moved before the answer came', () => {
    const signed = patchImportacion(held, [moved('d0', 'firmado'), moved('d1', 'firmado')]);
    expect(askedFor(signed, undefined, 'firmar', 2).enCurso).toEqual({ firmar: 0, enviar: 0 });
    expect(askedFor(patchImportacion(held, [moved('d2', 'enviado')]), ['d2'], 'enviar', 1).enCurso.enviar).toBe(0);
  });
});

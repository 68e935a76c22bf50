import { denied, isolate } from '../../../main/testing/isolation.ts';

const text = new File(['Declaro que es una prueba.'], 'a.txt', { type: 'text/plain' });

export const isolation = isolate({
  rows: { 'POST /api/documentos/firmar': ({ rnc }) => [{ form: { file: text, rnc }, ...denied }] },
});

import type { Fecha } from '@timbre/values';
import { expect, test } from 'vitest';
import { bodyOf, comparedPath, newDraft, ofType } from './draft.ts';
import { judge } from './judge.ts';
import { referenceFaults } from './reference-faults.ts';
import { type Tree, withAt } from './tree.ts';

const today = '23-11-2026' as Fecha;
const at = 'InformacionReferencia';
const good = {
  NCFModificado: 'E310000000001',
  FechaNCFModificado: '20-11-2026',
  CodigoModificacion: '3',
  RazonModificacion: 'Devolución parcial',
};
const note = (reference: object, tipo: '33' | '34' = '34'): Tree =>
  withAt(newDraft(tipo), at, { ...good, ...reference } as Tree);
const messagesOf = (draft: Tree): (readonly [string, string])[] =>
  referenceFaults(draft, today).map(({ path, message }) => [path.replace(`${at}.`, ''), message] as const);

test.each([
  [{ NCFModificado: '' }, 'NCFModificado', 'El NCF es obligatorio'],
  [{ NCFModificado: 'E31' }, 'NCFModificado', 'El formato del NCF debe ser E seguido de 12 dígitos'],
  [
    { NCFModificado: 'B01' },
    'NCFModificado',
    'El formato del NCF debe ser E seguido de 12 dígitos; el de un comprobante en papel, B y 10 dígitos',
  ],
  [{ FechaNCFModificado: '' }, 'FechaNCFModificado', 'La fecha es obligatoria'],
  [{ FechaNCFModificado: '24-11-2026' }, 'FechaNCFModificado', 'La fecha no puede ser futura'],
  [{ RazonModificacion: ' ' }, 'RazonModificacion', 'La razón de modificación es obligatoria'],
])(
  'a credit note with %o is refused at its field, in the words of the specification',
  {
    tags: ['SI5-23'],
  },
  (reference, path, message) => {
    expect(messagesOf(note(reference))).toEqual([[path, message]]);
  },
);

test('a complete reference has no fault; a debit note has no reason', () => {
  expect(messagesOf(note({}))).toEqual([]);
  expect(messagesOf(note({ RazonModificacion: '' }, '33'))).toEqual([]);
  expect(referenceFaults(ofType(note({ NCFModificado: '' }), '31'), today)).toEqual([]);
});

test('a note of a receipt on paper is issued once the user compared that number with its paper', () => {
  const paper = note({ NCFModificado: 'B0100000001' });
  expect(messagesOf(paper)).toEqual([
    [
      comparedPath,
      'Compare B0100000001 con su papel y márquelo: nadie más puede comprobar ese número, su fecha ni su monto',
    ],
  ]);
  const compared = withAt(paper, comparedPath, 'B0100000001');
  expect(messagesOf(compared)).toEqual([]);
  expect(JSON.stringify(bodyOf(compared, today))).not.toContain('comprobado');
  expect(messagesOf(withAt(compared, `${at}.NCFModificado`, 'B0100000002'))).toHaveLength(1);
});

test('the words of the specification take the place of those of the format', () => {
  const issuer = { rnc: '199000005', razonSocial: 'Colmado Inventado SRL', datos: {}, tasasSelectivo: [] };
  const { faults } = judge(note({ NCFModificado: '' }), issuer, Date.parse('2026-11-23T15:00:00Z'));
  expect(faults.filter(({ path }) => path === `${at}.NCFModificado`).map(({ message }) => message)).toEqual([
    'El NCF es obligatorio',
  ]);
});

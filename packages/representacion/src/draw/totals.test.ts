import type { ECF } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { describe, expect, test } from 'vitest';
import { overlaps, pageTexts, squeezed, words } from '../../testing/pdf-tools.ts';
import { contentOf } from '../content/content.ts';
import { amountText } from '../content/words.ts';
import { type Forma, render } from '../render.ts';

const options = { codigoSeguridad: 'aB3+/z', ambiente: 'ecf' } as const;
const millimetre = 72 / 25.4;

describe.each(['carta', 'ticket'] as const)('the totals as %s', (forma: Forma) => {
  /** Fails if a word covers another, or an amount is missing. */
  function checkTotals(ecf: ECF, ...amounts: readonly string[]): void {
    const pdf = render(contentOf(ecf, options), forma);
    expect(overlaps(pdf)).toEqual([]);
    const [least, most] = forma === 'carta' ? [40, 572] : [4 * millimetre, 76 * millimetre];
    for (const { text, box } of words(pdf)) {
      expect(box[0], text).toBeGreaterThanOrEqual(least - 1);
      expect(box[2], text).toBeLessThanOrEqual(most + 1);
    }
    const drawn = squeezed(pageTexts(pdf).join(''));
    for (const amount of amounts) expect(drawn.split(amount).length, amount).toBeGreaterThan(1);
  }

  const long = { pesos: '9999999999999999.99', dollars: '8888888888888888.88' } as const;

  /** The same totals, with every amount as given. */
  const totalsOf = (tree: object, amount: string) =>
    Object.fromEntries(
      Object.entries(tree).map(([name, value]) => [name, /^(Monto|Total|Valor)/.test(name) ? amount : value]),
    );

  test.each([
    [long.pesos, '66.01'],
    ['3960.00', long.dollars],
    [long.pesos, long.dollars],
  ])('totals of %s and, in the other currency, of %s cover no label', (pesos, dollars) => {
    const ecf = structuredClone(ecfs['31 en dólares']) as ECF;
    const { Totales, OtraMoneda } = ecf.Encabezado;
    Object.assign(Totales, totalsOf(Totales, pesos), { ValorPagar: pesos, MontoNoFacturable: '-1.00' });
    const { TipoMoneda, TipoCambio, ...foreign } = OtraMoneda!;
    Object.assign(OtraMoneda!, totalsOf(foreign, dollars));
    checkTotals(ecf, amountText(pesos), amountText(dollars), 'Montonofacturable', 'Valorapagar');
  });

  test('the largest totals in pesos cover no label', () => {
    const ecf = structuredClone(ecfs['31']) as ECF;
    Object.assign(ecf.Encabezado.Totales, totalsOf(ecf.Encabezado.Totales, long.pesos), { ValorPagar: long.pesos });
    checkTotals(ecf, amountText(long.pesos), 'Valorapagar');
  });

  test('the name of a currency without a code covers nothing', () => {
    const ecf = structuredClone(ecfs['31 en dólares']) as ECF;
    const { TipoMoneda, TipoCambio, ...foreign } = ecf.Encabezado.OtraMoneda!;
    ecf.Encabezado.OtraMoneda = { TipoCambio: TipoCambio!, ...totalsOf(foreign, '1.00') };
    checkTotals(ecf, '1.00');
  });

  test('an adjustment without an amount is printed', () => {
    const ecf = structuredClone(ecfs['31 con ajustes']) as ECF;
    const [adjustment] = ecf.DescuentosORecargos!.DescuentoORecargo;
    Object.assign(adjustment!, { DescripcionDescuentooRecargo: 'Pronto pago' });
    delete adjustment!.MontoDescuentooRecargo;
    checkTotals(ecf, 'Prontopago(5%)');
  });
});

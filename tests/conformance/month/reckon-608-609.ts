import { amountsOf } from './amounts.ts';
import { bought } from './purchases.ts';
import { dgii, isElectronic, money, monthOf } from './receipt.ts';
import { some, withheldOf } from './reckon-606.ts';
import { voided } from './voided.ts';

// The 608 and the 609 computed a second time, from the layouts of their tools.

/** Each number voided in a month: number, day, reason. */
export const linesOf608 = (period: string): string[] =>
  voided
    .filter(({ fecha }) => monthOf(fecha) === period)
    .flatMap(({ tipo, desde, hasta, fecha, motivo }) =>
      Array.from({ length: hasta - desde + 1 }, (_, n) =>
        [`E${tipo}${String(desde + n).padStart(10, '0')}`, dgii(fecha), motivo].join('|'),
      ),
    );

/** Payments abroad of a month. A withholding has the day of the receipt, on which the payment was made. */
export const linesOf609 = (period: string): string[] =>
  bought.flatMap((one) => {
    const { exterior: to, fecha, nombre, ncf } = one;
    if (to === undefined || monthOf(fecha) !== period) return [];
    const isr = isElectronic(ncf) ? withheldOf(one).isr : 0;
    const withheldOn = isr > 0 ? dgii(fecha) : '';
    const service = to.detalle.slice(0, 1);
    const base = money(amountsOf(one).base);
    return [
      [
        nombre,
        to.tipoId,
        to.id,
        to.pais,
        service,
        to.detalle,
        '0',
        ncf,
        dgii(fecha),
        base,
        withheldOn,
        '',
        some(isr),
      ].join('|'),
    ];
  });

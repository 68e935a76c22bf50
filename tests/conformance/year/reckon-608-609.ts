import { figuresOf, isElectronic, money, monthOf } from './event.ts';
import type { Year } from './plan.ts';
import { some } from './reckon-606.ts';

// The 608 and the 609 from the layouts of their tools.

const digits = (day: string) => day.replaceAll('-', '');

/** Each voided number: number, day, reason. */
export const linesOf608 = ({ voided }: Year, month: string): string[] =>
  voided
    .filter(({ day }) => monthOf(day) === month)
    .flatMap(({ tipo, from, to, day, reason }) =>
      Array.from(
        { length: to - from + 1 },
        (_, at) => `E${tipo}${String(from + at).padStart(10, '0')}|${digits(day)}|${reason}`,
      ),
    );

/** The 13 fields of each payment abroad. An e-CF states what was withheld on its day. */
export const linesOf609 = ({ purchases }: Year, month: string): string[] =>
  purchases.flatMap((one) => {
    const { abroad, party, ncf, day, withheld } = one;
    if (abroad === undefined || monthOf(day) !== month) return [];
    const isr = isElectronic(ncf) ? withheld.isr : 0;
    const { idKind, country, detail, related } = abroad;
    const who = [party.name, idKind, party.foreign, country, detail[0], detail, related];
    return [
      [...who, ncf, digits(day), money(figuresOf(one).base), isr > 0 ? digits(day) : '', '', some(isr)].join('|'),
    ];
  });

import { decimal, formatDecimal, parseFecha } from '@timbre/values';
import { describe, expect, it } from 'vitest';
import { adValorem, type ExciseLine, especifico } from './excise.ts';
import {
  especificoDe,
  familiaDe,
  type TasasSelectivo,
  tasaImpuestoAdicional,
  tasaITBIS,
  tasasOficiales,
  trimestreSiguiente,
  trimestreSinTasa,
} from './rates.ts';

const line = (numbers: Partial<Record<keyof Omit<ExciseLine, 'granel'>, string>>, granel = false): ExciseLine => {
  const read = (key: keyof Omit<ExciseLine, 'granel'>) => decimal(numbers[key] ?? '0');
  return {
    cantidad: read('cantidad'),
    cantidadReferencia: read('cantidadReferencia'),
    subcantidad: read('subcantidad'),
    grados: read('grados'),
    precio: read('precio'),
    precioReferencia: read('precioReferencia'),
    granel,
  };
};
const cents = (d: ReturnType<typeof decimal>) => formatDecimal(d, 2);
const itbis1 = decimal('18');

describe('the worked examples of Informe Técnico §14', () => {
  const ron = line({
    cantidad: '1',
    cantidadReferencia: '16',
    subcantidad: '0.65',
    grados: '4.30',
    precio: '1063.97',
    precioReferencia: '80.00',
  });
  it('specific excise on alcohol: 617.93 × 4.30 % × 16 × 0.65 × 1 = 276.34', () => {
    expect(cents(especifico('alcohol', ron, decimal('617.93')))).toBe('276.34');
  });
  it('ad valorem excise on alcohol: 80.00 retail gives 73.49', () => {
    expect(cents(adValorem('alcohol-ad-valorem', ron, decimal('10'), itbis1, decimal('276.34')))).toBe('73.49');
  });
  it('alcohol in bulk: (10163.97 × 1.30 × 0.10) × 2 = 2,642.63, and no specific excise', () => {
    const bulk = line({ cantidad: '2', precio: '10163.97' }, true);
    expect(cents(adValorem('alcohol-ad-valorem', bulk, decimal('10'), itbis1, decimal('0')))).toBe('2642.63');
    expect(cents(especifico('alcohol', bulk, decimal('617.93')))).toBe('0.00');
  });
  const cigarrillos = line({ cantidad: '1', cantidadReferencia: '20', precio: '1450.00', precioReferencia: '200.00' });
  it('specific excise on cigarettes: 1 × 20 × 25.86 = 517.20', () => {
    expect(cents(especifico('cigarrillos', cigarrillos, decimal('25.86')))).toBe('517.20');
  });
  it('ad valorem excise on cigarettes: 200.00 retail gives 478.77', () => {
    expect(cents(adValorem('cigarrillos-ad-valorem', cigarrillos, decimal('20'), itbis1, decimal('25.86')))).toBe(
      '478.77',
    );
  });
});

describe('codes and rates', () => {
  it('every code has its family, and each ad valorem code its specific one', () => {
    const codes = Array.from({ length: 39 }, (_, i) => String(i + 1).padStart(3, '0'));
    const count = (familia: string) => codes.filter((code) => familiaDe(code) === familia).length;
    expect(['otros', 'alcohol', 'cigarrillos', 'alcohol-ad-valorem', 'cigarrillos-ad-valorem'].map(count)).toEqual([
      5, 13, 4, 13, 4,
    ]);
    expect(['000', '040', '1', '', 'abc'].map(familiaDe)).toEqual(Array(5).fill(undefined));
    expect(['023', '035', '036', '039', '006', '001'].map(especificoDe)).toEqual([
      '006',
      '018',
      '019',
      '022',
      undefined,
      undefined,
    ]);
  });

  const at = (code: string, fecha: string, agregadas: readonly TasasSelectivo[] = []) => {
    const tasa = tasaImpuestoAdicional(code, parseFecha(fecha), agregadas);
    return tasa && formatDecimal(tasa);
  };

  it('the specific rate is that of its quarter, and unknown outside the table', () => {
    expect(at('006', '30-09-2025')).toBe('737.57');
    expect(at('018', '01-10-2025')).toBe('745.60');
    expect(at('019', '31-12-2025')).toBe('63.07');
    expect(at('022', '31-12-2025')).toBe('31.53');
    expect(at('006', '01-01-2026')).toBeUndefined();
    expect(at('006', '30-06-2025')).toBeUndefined();
    expect(at('002', '01-01-2020')).toBe('2');
    expect(at('023', '01-01-2020')).toBe('10');
    expect(at('039', '01-01-2020')).toBe('20');
    expect(tasaImpuestoAdicional('006', undefined, [])).toBeUndefined();
  });

  it('an added quarter has its rates on each of its days only; an official one keeps its own', () => {
    const amounts = { alcohol: '700.01', cigarrillos20: '60.02', cigarrillos10: '30.03' };
    const added = ['2026-04-01', '2025-10-01'].map((trimestre) => ({ trimestre, ...amounts }));
    expect(['006', '018', '019', '020', '021', '022'].map((code) => at(code, '30-06-2026', added))).toEqual([
      '700.01',
      '700.01',
      '60.02',
      '60.02',
      '30.03',
      '30.03',
    ]);
    expect(['31-03-2026', '01-04-2026', '30-06-2026', '01-07-2026'].map((day) => at('006', day, added))).toEqual([
      undefined,
      '700.01',
      '700.01',
      undefined,
    ]);
    expect(at('006', '01-10-2025', added)).toBe('745.60');
    expect(trimestreSinTasa(parseFecha('15-05-2026'), added)).toBeUndefined();
  });

  it.each([
    ['01-01-2026', 'enero-marzo de 2026'],
    ['31-05-2026', 'abril-junio de 2026'],
    ['30-09-2026', 'julio-septiembre de 2026'],
    ['31-12-2026', 'octubre-diciembre de 2026'],
    ['31-12-2025', undefined],
    ['30-06-2025', undefined],
  ])('the quarter of %s without a known rate is %s', (fecha, trimestre) =>
    expect(trimestreSinTasa(parseFecha(fecha), [])).toBe(trimestre),
  );

  it('quarters follow each other, by their first days', () => {
    const quarters = ['2026-01-01'];
    while (quarters.length < 5) quarters.push(trimestreSiguiente(quarters.at(-1)!));
    expect(quarters).toEqual(['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01']);
    for (const [i, { trimestre }] of tasasOficiales.slice(1).entries())
      expect(trimestre).toBe(trimestreSiguiente(tasasOficiales[i]!.trimestre));
  });

  it('ITBIS is 18, 16 and 0 percent', () => {
    expect(([1, 2, 3] as const).map((i) => formatDecimal(tasaITBIS(i, undefined)))).toEqual(['18', '16', '0']);
  });
});

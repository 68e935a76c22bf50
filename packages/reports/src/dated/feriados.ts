import { addDays, daysBetween, type Fecha } from '@timbre/values';

/** A public holiday. */
export interface Holiday {
  /** The day off. */
  readonly fecha: Fecha;
  /** The day that is commemorated; the law may move the day off to a Monday. */
  readonly conmemora: Fecha;
  readonly nombre: string;
}

interface HolidayRule {
  readonly nombre: string;
  /** `dd-MM`, or days after Easter Sunday. */
  readonly at: string | number;
  /** Moved to a Monday, by the law. */
  readonly moves?: true;
  /** On a Sunday it also moves, to the following Monday. */
  readonly sundayMoves?: true;
}

/**
 * Holidays, and which of them move. 16 August does not move since the judgment of 2008.
 * @source Ley 139-97, arts. 1 and 2; SCJ, sentencia 14 of 20-02-2008; calendars of the Ministerio de Trabajo 2022 to 2026
 */
const rules: readonly HolidayRule[] = [
  { nombre: 'Año Nuevo', at: '01-01' },
  { nombre: 'Día de los Santos Reyes', at: '06-01', moves: true },
  { nombre: 'Nuestra Señora de la Altagracia', at: '21-01' },
  { nombre: 'Natalicio de Juan Pablo Duarte', at: '26-01', moves: true },
  { nombre: 'Independencia Nacional', at: '27-02' },
  { nombre: 'Viernes Santo', at: -2 },
  { nombre: 'Día del Trabajo', at: '01-05', moves: true, sundayMoves: true },
  { nombre: 'Corpus Christi', at: 60 },
  { nombre: 'Restauración de la República', at: '16-08' },
  { nombre: 'Nuestra Señora de las Mercedes', at: '24-09' },
  { nombre: 'Día de la Constitución', at: '06-11', moves: true },
  { nombre: 'Navidad', at: '25-12' },
];

/** A Monday. */
const someMonday = '01-01-1900' as Fecha;

/** Day of the week, 1 Monday to 7 Sunday. */
export const weekday = (fecha: Fecha): number => (((daysBetween(someMonday, fecha) % 7) + 7) % 7) + 1;

/** Days by which the law moves a holiday, indexed by its day of the week from Monday: to the Monday before or after. */
const shifts = [0, -1, -2, 4, 3, 0, 0] as const;

/**
 * The holidays of a year, in calendar order, with the moves of the law applied. Computed; compared with the published
 * calendars of 2024, 2025 and 2026. A single day off set by a decree is not included.
 * @param year 1900 to 2099
 * @source Ley 139-97
 */
export function holidaysOf(year: number): readonly Holiday[] {
  const easter = easterSunday(year);
  return rules.map(({ nombre, at, moves, sundayMoves }) => {
    const conmemora = typeof at === 'number' ? addDays(easter, at) : (`${at}-${year}` as Fecha);
    const day = weekday(conmemora);
    const shift = moves === undefined ? 0 : day === 7 && sundayMoves ? 1 : shifts[day - 1]!;
    return { nombre, conmemora, fecha: addDays(conmemora, shift) };
  });
}

/** The days off from the first year to the last, both included. */
export const holidaySet = (first: number, last: number): ReadonlySet<Fecha> =>
  new Set(
    Array.from({ length: last - first + 1 }, (_, i) => holidaysOf(first + i)).flatMap((days) =>
      days.map(({ fecha }) => fecha),
    ),
  );

/** Easter Sunday of the Gregorian calendar. */
function easterSunday(year: number): Fecha {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  let moon = (19 * golden + correction + 15) % 30;
  if (moon === 29 || (moon === 28 && golden > 10)) moon--;
  const sunday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return addDays(`21-03-${year}` as Fecha, 7 + moon - sunday);
}

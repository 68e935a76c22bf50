/** Words of invented names. No taxpayer has them in combination, and none of the numbers below is assigned. */
const businesses = [
  'Ferretería',
  'Colmado',
  'Panadería',
  'Farmacia',
  'Constructora',
  'Transporte',
  'Librería',
  'Almacenes',
  'Taller',
  'Inversiones',
  'Comercial',
  'Distribuidora',
  'Óptica',
  'Cafetería',
  'Lavandería',
  'Clínica',
  'Imprenta',
  'Viajes',
];
const places = [
  'El Yaque',
  'Ámbar',
  'Loma Clara',
  'Río Manso',
  'Palma Baja',
  'Punta Garza',
  'Cayo Rosado',
  'La Ceiba Vieja',
  'Montaña Niña',
  'Brisa Norte',
  'Cañada Honda',
  'Piedra Azul',
];
const firstNames = ['Ana', 'José', 'María', 'Luis', 'Carmen', 'Ramón', 'Inés', 'Óscar'];
const familyNames = ['Peñaflor', 'Robledal', 'Cedeñal', 'Montearriba', 'Valdeclaro', 'Ríofrío', 'Sotolindo'];
const activities = [
  'Venta al por menor de artículos de ferretería',
  'Servicios de transporte de carga',
  'Servicios de consultoría',
  'Venta al por menor de alimentos',
  'Construcción de edificios',
  'Servicios médicos',
];
const states = [
  'ACTIVO',
  'ACTIVO',
  'ACTIVO',
  'ACTIVO',
  'ACTIVO',
  'ACTIVO',
  'ACTIVO',
  'SUSPENDIDO',
  'ACTIVO',
  'CESE TEMPORAL',
];
const ends = ['SRL', 'S.R.L.', 'EIRL', 'SA', 'SAS'];
/** One of every this many taxpayers is a person. */
const personEvery = 5;

/** The companies that the sample workbook and the demonstration sell to. */
const known = [
  ['199000005', 'Colmado La Esquina Demo SRL'],
  ['199000013', 'Constructora Palma Alta SRL'],
  ['199000021', 'Ayuntamiento de Villa Ejemplo'],
  ['199000031', 'Zona Franca Caribe Ejemplo SA'],
  ['199000048', 'Transporte Los Pinos EIRL'],
] as const;

/** The file name of the invented register. */
export const inventedFile = 'registro de demostración';

/** The text of a small invented register, in the form of the DGII and in Latin-1: for the demonstration. */
export function inventedRegister(): Buffer {
  const lines = known.map(([rnc, nombre]) =>
    lineOf([rnc, nombre, '', activities[0]!, '01/03/2019', 'ACTIVO', 'NORMAL']),
  );
  for (let n = 0; n < 200; n++) lines.push(n % personEvery === personEvery - 1 ? personOf(n) : companyOf(n));
  return Buffer.from(lines.join(''), 'latin1');
}

const pick = (list: readonly string[], n: number): string => list[n % list.length]!;

function companyOf(n: number): string {
  const [business, place] = [pick(businesses, n), pick(places, Math.floor(n / businesses.length))];
  const trade = n % 3 === 0 ? `${business} ${place}` : '';
  const day = `${String((n % 28) + 1).padStart(2, '0')}/${String((n % 12) + 1).padStart(2, '0')}/${1995 + (n % 30)}`;
  const regime = n % 4 === 0 ? 'RST' : 'NORMAL';
  const name = `${business} ${place} ${pick(ends, n)}`;
  return lineOf([inventedRNC(n + 100), name, trade, pick(activities, n), day, pick(states, n), regime]);
}

function personOf(n: number): string {
  const at = Math.floor(n / personEvery);
  const name = `${pick(firstNames, at)} ${pick(familyNames, at)} ${pick(familyNames, at + 3)}`;
  return lineOf([inventedCedula(n + 100), name, '', pick(activities, n), '00/00/0000', 'ACTIVO', 'RST']);
}

/** A line of the register, its four blank fields included. */
export const lineOf = ([rnc, name, trade, activity, start, state, regime]: readonly string[]): string =>
  `${rnc}|${name?.toUpperCase()}|${trade?.toUpperCase()}|${activity?.toUpperCase()}| | | | |${start}|${state}|${regime}\r\n`;

const rncWeights = [7, 9, 8, 6, 5, 4, 3, 2];

/** A valid RNC of the series 1990, which has not been assigned; `n` below 10,000. */
export function inventedRNC(n: number): string {
  const digits = `1990${String(n).padStart(4, '0')}`;
  const weighted = rncWeights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
  return `${digits}${((10 - (weighted % 11)) % 9) + 1}`;
}

/** A valid cédula that begins with 000, as no person's does. */
export function inventedCedula(n: number): string {
  const digits = `000${String(n).padStart(7, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

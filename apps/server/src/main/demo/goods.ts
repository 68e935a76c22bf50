import type { Draft } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import { inventedCedula, inventedRNC } from '../../domain/taxpayers/invented.ts';
import type { Lado } from './companies.ts';

export type Item = NonNullable<NonNullable<Draft['DetallesItems']>['Item']>[number];

/** How each line is taxed. @source Formato e-CF v1.0, IndicadorFacturacion */
const indicador = { 18: '1', 16: '2', 0: '3', exento: '4' } as const;
export type Rate = keyof typeof indicador;

/** Something that is sold or bought: its price in pesos, without ITBIS, and how many are usual. */
export interface Good {
  readonly nombre: string;
  readonly precio: number;
  readonly rate: Rate;
  /** The most that a sale has. */
  readonly most: number;
  readonly esServicio?: true;
}

const good = (nombre: string, precio: number, rate: Rate, most: number): Good => ({ nombre, precio, rate, most });

/** A line of a document. */
export const lineOf = ({ nombre, rate, esServicio }: Good, cantidad: number, precio: number): Item => ({
  IndicadorFacturacion: indicador[rate],
  NombreItem: nombre,
  IndicadorBienoServicio: esServicio ? '2' : '1',
  CantidadItem: `${cantidad}.00`,
  UnidadMedida: '43',
  PrecioUnitarioItem: `${precio.toFixed(2)}00`,
});

/** The goods that each company sells. */
export const goods: Readonly<Record<Lado, readonly Good[]>> = {
  tienda: [
    good('Arroz selecto, saco de 10 lb', 325, 'exento', 4),
    good('Aceite de soya, galón', 610, 16, 3),
    good('Café molido, libra', 310, 16, 4),
    good('Azúcar crema, libra', 38, 16, 10),
    good('Leche evaporada, lata', 62, 'exento', 12),
    good('Jabón de cuaba, paquete', 95, 18, 6),
    good('Cloro, galón', 140, 18, 3),
    good('Cemento gris, saco', 495, 18, 20),
    good('Pintura blanca, galón', 1_150, 18, 4),
    good('Tubo PVC de ½ pulgada', 165, 18, 12),
    good('Cable eléctrico número 12, pie', 24, 18, 100),
    good('Martillo de uña', 650, 18, 2),
    good('Bombillo LED de 9 W', 85, 18, 8),
    good('Clavos de 2 pulgadas, libra', 55, 18, 10),
  ],
  importadora: [
    good('Herramientas surtidas, caja', 14_800, 18, 6),
    good('Generador portátil de 3 kW', 27_500, 18, 3),
    good('Cerámica para piso, metro cuadrado', 690, 18, 120),
    good('Grifería cromada, juego', 4_350, 18, 12),
    good('Panel solar de 450 W', 8_900, 18, 20),
    good('Inversor de 2.5 kW', 31_400, 18, 2),
    good('Harina de trigo, saco de 120 lb', 3_250, 'exento', 40),
  ],
};

/** The goods that a company exports. */
export const exported: readonly Good[] = [
  good('Bloques de coral decorativo', 75, 0, 900),
  good('Muebles de caoba, juego', 38_500, 0, 6),
];

/** Small expenses, with their usual amount. */
export const smallExpenses: readonly Good[] = [
  { nombre: 'Peaje y parqueo', precio: 260, rate: 'exento', most: 1, esServicio: true },
  { nombre: 'Pasaje de mensajería', precio: 180, rate: 'exento', most: 1, esServicio: true },
  { nombre: 'Refrigerio del personal', precio: 740, rate: 'exento', most: 1, esServicio: true },
];

/** Services of people who cannot issue receipts. */
export const informalServices: readonly Good[] = [
  { nombre: 'Acarreo de materiales', precio: 4_500, rate: 18, most: 1, esServicio: true },
  { nombre: 'Limpieza del local', precio: 2_800, rate: 18, most: 1, esServicio: true },
  { nombre: 'Reparación de estantería', precio: 6_200, rate: 18, most: 1, esServicio: true },
];

/** Services of companies abroad. */
export const foreignServices: readonly Good[] = [
  { nombre: 'Licencia de programas en la nube', precio: 18_000, rate: 'exento', most: 1, esServicio: true },
  { nombre: 'Asesoría técnica del exterior', precio: 54_000, rate: 'exento', most: 1, esServicio: true },
];

/** Who buys or sells: its number, or the identifier of a foreigner, and its name. */
export interface Party {
  readonly id: string;
  readonly nombre: string;
}

const company = (n: number, nombre: string): Party => ({ id: inventedRNC(n), nombre });

/** The usual customers of each company, all invented. */
export const customers: Readonly<Record<Lado, readonly Party[]>> = {
  tienda: [
    company(1, 'Constructora Palma Alta SRL'),
    company(4, 'Transporte Los Pinos EIRL'),
    company(9, 'Taller Loma Clara SRL'),
    company(10, 'Cafetería Brisa Norte SRL'),
    company(11, 'Lavandería Río Manso EIRL'),
  ],
  importadora: [
    company(12, 'Ferretería Piedra Azul SRL'),
    company(13, 'Almacenes Cañada Honda SA'),
    company(14, 'Constructora Punta Garza SRL'),
    company(15, 'Distribuidora Cayo Rosado SRL'),
  ],
};

/** The issuers of what the companies buy, all invented, with what each sells. */
export const suppliers: Readonly<Record<Lado, readonly (Party & { readonly good: Good })[]>> = {
  tienda: [
    { ...company(16, 'Distribuidora El Yaque SRL'), good: good('Mercancía surtida, caja', 6_400, 18, 6) },
    { ...company(17, 'Molinos Montaña Niña SA'), good: good('Arroz a granel, quintal', 2_950, 'exento', 12) },
    {
      ...company(18, 'Comunicaciones Ámbar SA'),
      good: { nombre: 'Internet y teléfono del mes', precio: 4_200, rate: 18, most: 1, esServicio: true },
    },
  ],
  importadora: [
    {
      ...company(19, 'Naviera La Ceiba Vieja SA'),
      good: { nombre: 'Manejo de contenedor', precio: 38_000, rate: 18, most: 3, esServicio: true },
    },
    {
      ...company(18, 'Comunicaciones Ámbar SA'),
      good: { nombre: 'Internet y teléfono del mes', precio: 11_500, rate: 18, most: 1, esServicio: true },
    },
  ],
};

export const municipality = company(2, 'Ayuntamiento de Villa Ejemplo');
export const freeZone = company(3, 'Zona Franca Caribe Ejemplo SA');
export const abroad: readonly Party[] = [
  { id: 'EX-2040', nombre: 'Sample Trading LLC' },
  { id: 'EX-3115', nombre: 'Sample Services Inc' },
];
/** People without receipts of their own: their cédulas belong to nobody. */
export const informal: readonly Party[] = [
  { id: inventedCedula(21), nombre: 'Ramón Peñaflor Robledal' },
  { id: inventedCedula(22), nombre: 'Carmen Montearriba Sotolindo' },
];

/** Types whose other party is abroad: it has an identifier in place of an RNC. */
export const withForeigner: ReadonlySet<TipoECF> = new Set(['46', '47']);

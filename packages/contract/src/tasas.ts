import { route } from '@timbre/route';
import { Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { orNull } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'tasas',
  nombre: 'Tasas del selectivo',
  titulo: 'Tasas del selectivo',
  ruta: '/tasas-selectivo',
  icono: 'percentage',
  seccion: 'Administración',
  lugar: 6,
  soloRoot: true,
  policy: 'root',
} as const satisfies MenuItem;

/** A rate in RD$, as an e-CF takes it. @source e-CF.xsd v1.0, TasaImpuestoAdicional */
const Tasa = Type.String({
  pattern: '^(?=.*[1-9])\\d{1,3}(?:\\.\\d{1,2})?$',
  examples: ['18'],
  description: 'RD$ de 0.01 a 999.99, con hasta dos decimales',
});

const montos = {
  alcohol: Tasa,
  cigarrillos20: Tasa,
  cigarrillos10: Tasa,
};

const Trimestre = Type.String({
  pattern: '^20\\d\\d-(?:01|04|07|10)-01$',
  examples: ['2026-10-01'],
  description: 'Primer día del trimestre: 2026-10-01 es octubre-diciembre de 2026',
});

/**
 * Specific excise of a quarter: per litre of pure alcohol (codes 006 to 018), and per packet of 20 (019, 020) and of 10 (021, 022)
 * cigarettes. @source Formato e-CF v1.0, tabla I y nota 82, p. 60
 */
export const TasasDelTrimestre = Type.Object({ trimestre: Trimestre, ...montos });

/** A quarter, and its rates where they are known. */
const Trimestral = Type.Object({
  trimestre: Trimestre,
  /** `octubre-diciembre de 2026`. */
  nombre: Type.String(),
  /** Whether it is the quarter of today. */
  actual: Type.Boolean(),
  tasas: orNull(
    Type.Object({
      ...montos,
      resolucion: Type.String({ description: 'De dónde son' }),
      oficial: Type.Boolean({ description: 'Vienen con Timbre: no se cambian' }),
      por: orNull(Type.String()),
      modificada: orNull(Type.String()),
    }),
  ),
});

const Tasas = Type.Object({ trimestres: Type.Array(Trimestral) });

/** Every quarter from the first with official rates to the next one, the newest first. */
export const listarTasas = route({
  method: 'GET',
  path: '/api/tasas-selectivo',
  summary: 'Tasas del impuesto selectivo por trimestre',
  policy: 'root',
  answer: Tasas,
});

/** Adds the rates of a quarter, or corrects them. They apply to every document that is checked from then on. */
export const guardarTasas = route({
  method: 'PUT',
  path: '/api/tasas-selectivo/:trimestre',
  summary: 'Cargar o corregir las tasas del impuesto selectivo de un trimestre',
  policy: 'root',
  stepUp: 'siempre',
  params: Type.Object({ trimestre: Trimestre }),
  body: Type.Object({
    ...montos,
    resolucion: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Resolución de la DGII que las fija',
    }),
  }),
  answer: Tasas,
});

/** Its refusals. */
export const problems = {
  'tasas/oficial': { status: 409, title: 'Las tasas de ese trimestre vienen con Timbre y no se cambian' },
  'tasas/trimestre': { status: 422, title: 'De ese trimestre no se cargan tasas' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'tasas.guardadas': {
    grupo: 'configuracion',
    frase: ({ antes, nombre, alcohol, cigarrillos20, cigarrillos10, resolucion }) =>
      `${antes === null ? 'Cargó' : 'Corrigió'} las tasas del selectivo de ${nombre}: alcohol ${alcohol}, cigarrillos ${cigarrillos20} y ${cigarrillos10} (${resolucion})`,
  },
} as const satisfies Kinds;

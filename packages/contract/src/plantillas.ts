import { route } from '@timbre/route';
import { Type } from 'typebox';
import { comoArchivo } from './shared.ts';

/** The formats of a sample document: the endings of their file names, each with its name for people. */
export const formatosDePlantilla = { xml: 'XML', json: 'JSON', xlsx: 'Excel' } as const;
export type FormatoDePlantilla = keyof typeof formatosDePlantilla;

/**
 * A sample e-CF of an invented company: as XML, ready to be signed; as JSON, ready for `EnviarFactura`, which completes it with
 * the company, the number and the amounts; as a workbook, ready to be imported.
 */
export const descargarPlantilla = route({
  method: 'GET',
  path: '/api/plantillas/:archivo',
  summary: 'Plantilla de un tipo de e-CF, en XML, JSON o Excel',
  policy: 'publico',
  beforeTotp: true,
  params: Type.Object({
    archivo: Type.String({
      pattern: '^ecf-(31|32|33|34|41|43|44|45|46|47)\\.(xml|json|xlsx)$',
      examples: ['ecf-31.json'],
      description: 'ecf-TIPO.FORMATO, como ecf-31.xml',
    }),
  }),
  ...comoArchivo('xml', 'json', 'xlsx'),
});

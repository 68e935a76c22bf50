/**
 * The DGII's three environments. The key is the segment of the DGII's addresses and the stored form. Each row has
 * the other names: the value of the selectors, the name on the configuration screen, the number of the status service.
 *
 * @source Descripción técnica v1.6, "Descripción de Ambientes" and "Verificar estado"
 */
export const environments = {
  testecf: { selector: 'PRUEBA', nombre: 'Test', estatus: 1 },
  certecf: { selector: 'CERTIFICACION', nombre: 'Certificacion', estatus: 3 },
  ecf: { selector: 'PRODUCCION', nombre: 'Produccion', estatus: 2 },
} as const satisfies Record<string, { selector: string; nombre: string; estatus: number }>;

/** An environment as it is stored and as it appears in the DGII's addresses. */
export type Ambiente = keyof typeof environments;

/** All environments, in the order a company goes through them. */
export const ambientes = Object.keys(environments) as readonly Ambiente[];

/** Patterns that identify an environment in a text; tried in order. */
const marks: readonly (readonly [RegExp, Ambiente])[] = [
  [/test|prueba/i, 'testecf'],
  [/cert/i, 'certecf'],
  [/prod|prd|^ecf$|\/ecf\//i, 'ecf'],
];

/**
 * Reads an environment from any of its names: `Test`, `PRD`, `certecf`, a timbre address…
 *
 * @param text written by a person, a caller or the DGII
 * @returns the environment; undefined when the text names none
 * @source docs/specification.md §4, "Environment words": reading is by substring
 */
export const parseAmbiente = (text: string): Ambiente | undefined => marks.find(([mark]) => mark.test(text))?.[1];

/**
 * Reads an environment as {@link parseAmbiente}. Returns `testecf` when the text names none, so that nothing reaches
 * production by mistake.
 */
export const readAmbiente = (text: string): Ambiente => parseAmbiente(text) ?? 'testecf';

/**
 * The DGII's three environments, by the segment of the DGII's addresses, which is how an environment is stored, with
 * their other faces: the value of the selectors, the word of the configuration screen, and the number of the status
 * service.
 *
 * @source Descripción técnica v1.6, "Descripción de Ambientes" and "Verificar estado"
 */
export const environments = {
  testecf: { selector: 'PRUEBA', nombre: 'Test', estatus: 1 },
  certecf: { selector: 'CERTIFICACION', nombre: 'Certificacion', estatus: 3 },
  ecf: { selector: 'PRODUCCION', nombre: 'Produccion', estatus: 2 },
} as const satisfies Record<string, { selector: string; nombre: string; estatus: number }>;

/** An environment as it is stored and as it stands in the DGII's addresses. */
export type Ambiente = keyof typeof environments;

/** All environments, in the order a company goes through them. */
export const ambientes = Object.keys(environments) as readonly Ambiente[];

/** What a text must contain to mean an environment; tried in order. */
const marks: readonly (readonly [RegExp, Ambiente])[] = [
  [/test|prueba/i, 'testecf'],
  [/cert/i, 'certecf'],
  [/prod|prd|^ecf$|\/ecf\//i, 'ecf'],
];

/**
 * Reads an environment from any of its faces: `Test`, `PRD`, `certecf`, a timbre address…
 *
 * @param text what a person, a caller or the DGII wrote
 * @returns the environment; `testecf` when the text names none, so that nothing reaches production by mistake
 * @source Specification 000 §4, "Environment values": reading is by substring
 */
export function readAmbiente(text: string): Ambiente {
  return marks.find(([mark]) => mark.test(text))?.[1] ?? 'testecf';
}

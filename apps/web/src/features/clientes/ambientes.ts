/** The environments of a company, as this screen names them; the value is what travels (seeds/000 §9). */
export const ambientes = [
  { value: 'Test', label: 'Pruebas' },
  { value: 'Certificacion', label: 'Certificación' },
  { value: 'Produccion', label: 'Producción' },
];

/** An environment by its name on this screen. */
export const nameOf = (ambiente: string): string =>
  ambientes.find(({ value }) => value === ambiente)?.label ?? ambiente;

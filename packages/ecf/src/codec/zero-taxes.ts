/** Amounts of additional taxes: the schemas require them to be greater than zero, or absent. */
const taxAmounts: ReadonlySet<string> = new Set(
  [
    'MontoImpuestoAdicional',
    'MontoImpuestoSelectivoConsumoEspecifico',
    'MontoImpuestoSelectivoConsumoAdvalorem',
    'OtrosImpuestosAdicionales',
  ].flatMap((name) => [name, `${name}OtraMoneda`]),
);

/**
 * Whether a text is an additional tax of zero, which is an absent element.
 *
 * @param name of the element
 * @source Specification, Excel import: additional-tax amounts are written only when greater than 0
 */
export const isZeroTax = (name: string, text: string): boolean =>
  taxAmounts.has(name) && /^0+(\.0+)?$/.test(text.trim());

/** A group of totals without its additional taxes of zero. */
export function withoutZeroTaxes<Area extends object>(area: Area): Area {
  const entries = Object.entries(area).filter(
    ([name, value]) => !(typeof value === 'string' && isZeroTax(name, value)),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, valueWithout(value)])) as Area;
}

function valueWithout(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueWithout);
  return typeof value === 'object' && value !== null ? withoutZeroTaxes(value) : value;
}

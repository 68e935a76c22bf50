import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import type { ReporteDeMapeo } from './campos.ts';
import { type Cuenta, cabeEn, claseDeCuenta } from './cuenta.ts';
import { palabras606, palabras607, palabrasDeTipos606, palabrasDeTipos607, porPalabras } from './palabras.ts';

/** What the words of an account say, and how sure that is. */
export interface PorPalabras<Destino> {
  readonly cuentaId: string;
  readonly destino: Destino;
  readonly confianza: number;
}

/** How sure a rule of words is: less where the account has no type to be excluded by. @source specification 002 §9 */
const confianzas = { conTipo: 0.4, sinTipo: 0.25 } as const;

/** How sure the words about an account are. */
export const confianzaPorPalabras = (cuenta: Pick<Cuenta, 'type'>): number =>
  claseDeCuenta(cuenta) === undefined ? confianzas.sinTipo : confianzas.conTipo;

/**
 * The fields of a report that accounts feed by their words: the basic auto-map. Accounts that the report excludes, and those
 * that no rule knows, are left out.
 *
 * @source specification 002 §9
 */
export function mapearPorPalabras(reporte: ReporteDeMapeo, cuentas: readonly Cuenta[]): PorPalabras<string>[] {
  const rules = reporte === '606' ? palabras606 : palabras607;
  return cuentas.flatMap((cuenta) => {
    const destino = cabeEn(reporte, cuenta) ? porPalabras(rules, cuenta) : undefined;
    return destino === undefined ? [] : [{ cuentaId: cuenta.id, destino, confianza: confianzaPorPalabras(cuenta) }];
  });
}

/** The kind of goods and services of each account that the 606 takes, by its words; 02 where they say nothing. @source specification 002 §9 */
export const clasificarPorPalabras606 = (cuentas: readonly Cuenta[]): PorPalabras<keyof typeof tipoBienesServicios>[] =>
  cuentas
    .filter((cuenta) => cabeEn('606', cuenta))
    .map((cuenta) => ({
      cuentaId: cuenta.id,
      destino: porPalabras(palabrasDeTipos606, cuenta) ?? '02',
      confianza: confianzaPorPalabras(cuenta),
    }));

/** The kind of income of each account that the 607 takes, by its words; 1 where they say nothing. @source specification 002 §9 */
export const clasificarPorPalabras607 = (cuentas: readonly Cuenta[]): PorPalabras<keyof typeof tipoIngreso>[] =>
  cuentas
    .filter((cuenta) => cabeEn('607', cuenta))
    .map((cuenta) => ({
      cuentaId: cuenta.id,
      destino: porPalabras(palabrasDeTipos607, cuenta) ?? 1,
      confianza: confianzaPorPalabras(cuenta),
    }));

import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';

/**
 * A company's mapping of the accounts of its books. An account is identified by its id in the company's catalogue.
 * @source specification 002 §3
 */
export interface AccountMapping {
  /** Field of the 606 (`campo12`, `monto_facturado_bienes`…) → accounts that feed it. */
  readonly mapping606: Readonly<Record<string, readonly string[]>>;
  /** Field of the 607 → accounts that feed it. */
  readonly mapping607: Readonly<Record<string, readonly string[]>>;
  /** Account → kind of goods and services, field 3 of the 606. */
  readonly mapeoTipos606: Readonly<Record<string, keyof typeof tipoBienesServicios>>;
  /** Account → kind of income, field 5 of the 607. */
  readonly mapeoTipos607: Readonly<Record<string, keyof typeof tipoIngreso>>;
}

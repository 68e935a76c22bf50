import { ambienteNombre, inicio } from '@timbre/contract';
import { type AnswerOf, pathOf } from '@timbre/route';
import { decimal, formatDecimal, sum } from '@timbre/values';
import type { FigureRow } from '../../domain/comprobantes/queries/figures.ts';
import type { ProfileRow } from './repo.ts';

export const logoUrlOf = ({ rnc, logo }: ProfileRow): string =>
  logo === null ? '' : pathOf(inicio.verLogo, { params: { rnc }, query: { v: logo } });

export const profileView = (row: ProfileRow): AnswerOf<typeof inicio.userConfiguracion> => ({
  rncEmisor: row.rnc,
  razonSocial: row.razon_social,
  logoUrl: logoUrlOf(row),
  ambiente: ambienteNombre[row.ambiente],
});

/** The profile of a person without a company. */
export const nobodysProfile: AnswerOf<typeof inicio.userConfiguracion> = {
  rncEmisor: '',
  razonSocial: 'Sin Razón Social',
  logoUrl: '',
  ambiente: ambienteNombre.testecf,
};

export function figuresView(rows: readonly FigureRow[]): AnswerOf<typeof inicio.estadisticas> {
  const tipos = [...new Set(rows.map(({ tipo }) => tipo))];
  return Object.fromEntries(tipos.map((tipo) => [`E${tipo}`, figuresOf(rows.filter((row) => row.tipo === tipo))]));
}

/** The figures of one type, by environment. */
const figuresOf = (rows: readonly FigureRow[]) => ({
  totalNCFUtilizados: rows.reduce((total, { ncf }) => total + ncf, 0),
  totalMontoVendido: formatDecimal(sum(rows.map(({ monto }) => decimal(monto))), 2),
  totalMontoComprado: formatDecimal(sum(rows.map(({ comprado }) => decimal(comprado))), 2),
  porAmbiente: Object.fromEntries(
    rows.map(({ ambiente, ncf, monto, comprado, aceptados, primeros, rechazados }) => [
      ambiente,
      {
        ncfUtilizados: ncf,
        montoVendido: monto,
        montoComprado: comprado,
        aceptados,
        aceptadosALaPrimera: primeros,
        rechazados,
      },
    ]),
  ),
});

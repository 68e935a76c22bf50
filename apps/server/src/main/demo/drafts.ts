import type { Draft } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import type { Chance } from './chance.ts';
import type { Lado } from './companies.ts';
import {
  abroad,
  customers,
  exported,
  foreignServices,
  freeZone,
  type Good,
  goods,
  type Item,
  informal,
  informalServices,
  lineOf,
  municipality,
  type Party,
  smallExpenses,
  withForeigner,
} from './goods.ts';

const contado = { TipoIngresos: '01', TipoPago: '1' };

/** The draft of a document as a program sends it. */
function draftOf(tipo: TipoECF, idDoc: object, other: Party | undefined, Item: readonly Item[]): Draft {
  const Comprador = other && {
    ...(withForeigner.has(tipo) ? { IdentificadorExtranjero: other.id } : { RNCComprador: other.id }),
    RazonSocialComprador: other.nombre,
  };
  return {
    Encabezado: { IdDoc: { TipoeCF: tipo, ...idDoc }, ...(Comprador && { Comprador }) },
    DetallesItems: { Item: [...Item] },
  };
}

/** Some lines of different goods, in quantities of which the small ones are the most frequent. */
export function linesOf(chance: Chance, list: readonly Good[], most: number): readonly Item[] {
  const first = chance.between(0, list.length - 1);
  const count = Math.min(chance.between(1, most), list.length);
  return Array.from({ length: count }, (_, i) => {
    const each = list[(first + i) % list.length]!;
    return lineOf(each, quantityOf(chance, each), each.precio);
  });
}

export const quantityOf = (chance: Chance, { most }: Good): number =>
  Math.min(chance.between(1, most), chance.between(1, most));

/** An amount that a person names: the usual one, within a third. */
const about = (chance: Chance, precio: number): number => Math.round((precio * chance.between(70, 130)) / 100);

/** The drafts of the types that refer to no other document. */
export const drafts: Readonly<Record<Exclude<TipoECF, '33' | '34'>, (chance: Chance, lado: Lado) => Draft>> = {
  31: (chance, lado) => draftOf('31', contado, chance.of(customers[lado]), linesOf(chance, goods[lado], 4)),
  // From RD$250,000.00 on a sale to a consumer names its buyer: the importer's may come to as much.
  32: (chance, lado) =>
    draftOf('32', contado, lado === 'tienda' ? undefined : chance.of(informal), linesOf(chance, goods[lado], 5)),
  41(chance) {
    const service = chance.of(informalServices);
    const precio = about(chance, service.precio);
    const withheld = {
      IndicadorAgenteRetencionoPercepcion: '1',
      MontoITBISRetenido: (precio * 0.18).toFixed(2),
      MontoISRRetenido: (precio * 0.1).toFixed(2),
    };
    return draftOf('41', { TipoPago: '1' }, chance.of(informal), [
      { ...lineOf(service, 1, precio), Retencion: withheld },
    ]);
  },
  43(chance) {
    const expense = chance.of(smallExpenses);
    return draftOf('43', {}, undefined, [lineOf(expense, 1, about(chance, expense.precio))]);
  },
  44: (chance, lado) =>
    draftOf(
      '44',
      contado,
      freeZone,
      linesOf(chance, goods[lado], 2).map((line) => ({ ...line, IndicadorFacturacion: '4' })),
    ),
  45: (chance, lado) => draftOf('45', contado, municipality, linesOf(chance, goods[lado], 3)),
  46: (chance) => draftOf('46', contado, abroad[0], linesOf(chance, exported, 1)),
  47(chance) {
    const service = chance.of(foreignServices);
    const precio = about(chance, service.precio);
    const withheld = { IndicadorAgenteRetencionoPercepcion: '1', MontoISRRetenido: (precio * 0.27).toFixed(2) };
    return draftOf('47', {}, abroad[1], [{ ...lineOf(service, 1, precio), Retencion: withheld }]);
  },
};

/** A sale in dollars, with its amounts in both currencies. */
export function inDollars(draft: Draft, tipoCambio: string): Draft {
  return { ...draft, Encabezado: { ...draft.Encabezado, OtraMoneda: { TipoMoneda: 'USD', TipoCambio: tipoCambio } } };
}

/** A note that credits one unit of the first line of an invoice, or charges its freight. */
export function noteOf(tipo: '33' | '34', modified: Draft): Draft {
  const [first] = modified.DetallesItems!.Item!;
  const credited = { ...first!, CantidadItem: '1.00' };
  const freight = lineOf({ nombre: 'Flete no facturado', precio: 900, rate: 18, most: 1, esServicio: true }, 1, 900);
  return {
    Encabezado: {
      IdDoc: { TipoeCF: tipo, ...(tipo === '34' && { IndicadorNotaCredito: '0' }), ...contado },
      ...(modified.Encabezado?.Comprador && { Comprador: modified.Encabezado.Comprador }),
    },
    DetallesItems: { Item: [tipo === '34' ? credited : freight] },
  };
}

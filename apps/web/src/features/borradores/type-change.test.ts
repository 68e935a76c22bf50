import { type TipoECF, tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { emptyLine, items, newDraft, occurs, tipoPath } from './draft.ts';
import { judge } from './judge.ts';
import { columnsOf } from './line-columns.ts';
import { listAt, type Node, type Tree, textAt, withAt } from './tree.ts';
import { changeType } from './type-change.ts';

const now = Date.parse('2026-11-23T15:00:00Z');
const issuer = {
  rnc: '199000005',
  razonSocial: 'Colmado Inventado SRL',
  datos: { direccion: 'Calle Uno 1', agenteRetencion: false },
  tasasSelectivo: [],
};
const line = { ...emptyLine, NombreItem: 'Varilla', PrecioUnitarioItem: '100.00' };
const sale = withAt(newDraft('31'), items, [line, { ...line, IndicadorFacturacion: '4' }]);

const taxesOf = (draft: Tree): string[] =>
  listAt(draft, items).map((one) => textAt(one as Tree, 'IndicadorFacturacion'));

const subDiscounts = { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: '10.00' }] };
const Retencion = { IndicadorAgenteRetencionoPercepcion: '1', MontoITBISRetenido: '16.20', MontoISRRetenido: '9.00' };

/** Values of the elements that a draft may have besides its lines, by path. */
const everything: Readonly<Record<string, Node>> = {
  'Encabezado.IdDoc.TipoPago': '2',
  'Encabezado.IdDoc.FechaLimitePago': '31-12-2026',
  'Encabezado.IdDoc.TerminoPago': '30 días',
  'Encabezado.IdDoc.IndicadorMontoGravado': '1',
  'Encabezado.IdDoc.TablaFormasPago': { FormaDePago: [{ FormaPago: '1', MontoPago: '106.20' }] },
  'Encabezado.Comprador.RNCComprador': '131880600',
  'Encabezado.Comprador.IdentificadorExtranjero': 'EX-3115',
  'Encabezado.Comprador.RazonSocialComprador': 'Constructora Inventada SRL',
  'Encabezado.Comprador.PaisComprador': 'Haití',
  'Encabezado.InformacionesAdicionales': { NumeroContenedor: 'C-1', PesoBruto: '10.00' },
  'Encabezado.Transporte': { ViaTransporte: '02', Conductor: 'Persona de Ejemplo' },
  'Encabezado.OtraMoneda': { TipoMoneda: 'USD', TipoCambio: '60.0000' },
  DescuentosORecargos: {
    DescuentoORecargo: [{ NumeroLinea: '1', TipoAjuste: 'D', TipoValor: '$', MontoDescuentooRecargo: '5.00' }],
  },
  InformacionReferencia: {
    NCFModificado: 'E310000000001',
    FechaNCFModificado: '01-11-2026',
    CodigoModificacion: '3',
    RazonModificacion: 'Precio corregido',
  },
};

/** The drafts after each type of a list was chosen. */
function choosing(draft: Tree, ...tipos: readonly TipoECF[]) {
  let change: ReturnType<typeof changeType> | undefined;
  for (const tipo of tipos) change = changeType(change?.tree ?? draft, tipo, change?.conversion);
  return change!;
}

describe('another type of receipt', () => {
  test.each([
    ['43', '4', 'Exento'],
    ['44', '4', 'Exento'],
    ['47', '4', 'Exento'],
    ['46', '3', 'ITBIS 0 %'],
  ] as const)('a taxed line of a %s has the indicator %s, and the change is shown', (tipo, indicador, name) => {
    const { tree, notice } = choosing(sale, tipo);
    expect(taxesOf(tree)).toEqual([indicador, indicador]);
    expect(notice).toBe(`Las líneas pasaron a ${name}: revíselas`);
  });

  test.each(tiposECF)('a taxed draft that becomes a %s has no fault about taxes that it does not have', (tipo) => {
    const { faults } = judge(choosing(sale, tipo).tree, issuer, now);
    expect(faults.filter(({ code, path }) => code === 'XSD-SOBRA' || path.includes('Totales'))).toEqual([]);
  });

  test.each(tiposECF)('whatever a %s has, no other type keeps what it does not have', (from) => {
    const rich = Object.entries(everything).reduce(
      (draft, [path, node]) => (occurs(from, path) ? withAt(draft, path, node) : draft),
      withAt(newDraft(from), items, [{ ...line, DescuentoMonto: '10.00', TablaSubDescuento: subDiscounts, Retencion }]),
    );
    for (const tipo of tiposECF) {
      const { faults } = judge(choosing(rich, tipo).tree, issuer, now);
      expect([tipo, faults.filter(({ code }) => code === 'XSD-SOBRA')]).toEqual([tipo, []]);
    }
  });

  test('back at the type for which they were written, lines are as they were', () => {
    const back = choosing(sale, '43', '46', '31');
    expect(back.tree).toEqual(sale);
    expect(back.notice).toBe('Las líneas volvieron al ITBIS que tenían: revíselas');
  });

  test('lines that the user changed meanwhile are those that are converted', () => {
    const minor = choosing(sale, '43');
    const edited = withAt(minor.tree, `${items}[1].NombreItem`, 'Clavos');
    const { tree } = changeType(edited, '31', minor.conversion);
    expect(listAt(tree, items).map((one) => textAt(one as Tree, 'NombreItem'))).toEqual(['Clavos', 'Varilla']);
    expect(taxesOf(tree)).toEqual(['1', '1']);
    expect(textAt(tree, tipoPath)).toBe('31');
  });

  test('the reference of a note stays with notes, and a replacement of contingency with the others', () => {
    const noted = withAt(newDraft('34'), 'InformacionReferencia', { NCFModificado: 'E310000000001' });
    expect(choosing(noted, '33').tree.InformacionReferencia).toEqual({ NCFModificado: 'E310000000001' });
    expect(choosing(noted, '31').tree.InformacionReferencia).toBeUndefined();
    const replacement = withAt(sale, 'InformacionReferencia', { CodigoModificacion: '4' });
    expect(choosing(replacement, '45').tree.InformacionReferencia).toEqual({ CodigoModificacion: '4' });
    expect(choosing(replacement, '34').tree.InformacionReferencia).toBeUndefined();
  });

  test('types that tax alike keep the tax of each line, and nothing is shown', () => {
    const { tree, notice } = choosing(sale, '32');
    expect([taxesOf(tree), notice]).toEqual([['1', '4'], undefined]);
  });

  test('the column of the tax has only what the type may have', () => {
    const codes = (tipo: TipoECF) =>
      columnsOf(tipo)
        .find(({ name }) => name === 'IndicadorFacturacion')
        ?.codes?.map(([code]) => code);
    expect([codes('31'), codes('43'), codes('46')]).toEqual([['1', '2', '3', '4', '0'], ['4'], ['3', '0']]);
  });
});

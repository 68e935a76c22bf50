// Column I of the official format: which elements a printed form must show, and which of them in words.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Content } from '../src/index.ts';

/**
 * `I`: its text is printed. `P`: the meaning of its code is printed. Every other element is `N`, not compulsory.
 * @source Formato e-CF v1.0, column I
 */
export const columnI = {
  'Encabezado.IdDoc.TipoeCF': 'P',
  'Encabezado.IdDoc.eNCF': 'I',
  'Encabezado.IdDoc.FechaVencimientoSecuencia': 'I',
  'Encabezado.IdDoc.TotalPaginas': 'I',
  'Encabezado.Emisor.RNCEmisor': 'I',
  'Encabezado.Emisor.RazonSocialEmisor': 'I',
  'Encabezado.Emisor.NombreComercial': 'I',
  'Encabezado.Emisor.Sucursal': 'I',
  'Encabezado.Emisor.DireccionEmisor': 'I',
  'Encabezado.Emisor.Municipio': 'P',
  'Encabezado.Emisor.Provincia': 'P',
  'Encabezado.Emisor.FechaEmision': 'I',
  'Encabezado.Comprador.RNCComprador': 'I',
  'Encabezado.Comprador.IdentificadorExtranjero': 'I',
  'Encabezado.Comprador.RazonSocialComprador': 'I',
  'Encabezado.Comprador.PaisComprador': 'P',
  'Encabezado.Totales.MontoGravadoTotal': 'I',
  'Encabezado.Totales.MontoExento': 'I',
  'Encabezado.Totales.TotalITBIS': 'I',
  'Encabezado.Totales.MontoImpuestoAdicional': 'I',
  'Encabezado.Totales.MontoTotal': 'I',
  'DetallesItems.Item.IndicadorFacturacion': 'P',
  'DetallesItems.Item.NombreItem': 'I',
  'DetallesItems.Item.CantidadItem': 'I',
  'DetallesItems.Item.UnidadMedida': 'P',
  'DetallesItems.Item.GradosAlcohol': 'I',
  'DetallesItems.Item.PrecioUnitarioReferencia': 'I',
  'DetallesItems.Item.PrecioUnitarioItem': 'I',
  'DetallesItems.Item.DescuentoMonto': 'I',
  'DetallesItems.Item.RecargoMonto': 'I',
  'DetallesItems.Item.MontoItem': 'I',
  'DescuentosORecargos.DescuentoORecargo.DescripcionDescuentooRecargo': 'I',
  'DescuentosORecargos.DescuentoORecargo.TipoValor': 'I',
  'DescuentosORecargos.DescuentoORecargo.ValorDescuentooRecargo': 'I',
  'DescuentosORecargos.DescuentoORecargo.MontoDescuentooRecargo': 'I',
  'Paginacion.Pagina.PaginaNo': 'I',
  'Paginacion.Pagina.SubtotalMontoGravadoPagina': 'I',
  'Paginacion.Pagina.SubtotalExentoPagina': 'I',
  'Paginacion.Pagina.SubtotalItbisPagina': 'I',
  'Paginacion.Pagina.SubtotalImpuestoAdicionalPagina': 'I',
  'Paginacion.Pagina.MontoSubtotalPagina': 'I',
  'InformacionReferencia.NCFModificado': 'I',
  'InformacionReferencia.CodigoModificacion': 'P',
} as const satisfies Record<string, 'I' | 'P'>;

/** Elements of column I without a text in the content, and where they are printed instead. */
export const exceptions: Readonly<Record<string, string>> = {
  'Encabezado.IdDoc.TotalPaginas': 'the foot of each page: Página 1 de 2',
  'Paginacion.Pagina.PaginaNo': 'the foot of each page: Página 1 de 2',
};

const official = fileURLToPath(
  new URL(
    '../../../../shared/dgii/official-text/Formato-Comprobante-Fiscal-Electronico-e-CF-V1.0.txt',
    import.meta.url,
  ),
);

/** Whether the official format is available, in a folder next to the repository. */
export const hasOfficialFormat = existsSync(official);

/**
 * Reads column I from the text of the official format: for each row with I or P, the element with the nearest tag.
 * @param names of all elements of the e-CF
 */
export function officialColumnI(names: readonly string[]): readonly (readonly [name: string, value: string])[] {
  const lines = readFileSync(official, 'utf8').split('\n');
  const tags = lines.flatMap((line, at) => {
    const start = /^.{0,60}?<\s*([A-Za-z0-9]{4,})/.exec(line)?.[1];
    const name = start && (names.find((n) => n === start) ?? names.find((n) => n.startsWith(start)));
    return name ? [{ name, at }] : [];
  });
  return lines.flatMap((line, at) => {
    // The value, with an optional footnote number, and the codes of the ten types.
    const value = /\s([NIP])\d{0,3}\s+(?:\d{1,4}\s+){7,9}\d{1,4}\s*$/.exec(line)?.[1];
    if (value === undefined || value === 'N') return [];
    const near = tags.toSorted((a, b) => Math.abs(a.at - at - 1) - Math.abs(b.at - at - 1))[0];
    return near === undefined ? [] : [[near.name, value] as const];
  });
}

/** Every printed text, by the elements that it shows. */
export function textsByElement(content: Content): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  const add = (paths: readonly string[], text: string) => {
    for (const path of paths) texts.set(path, [...(texts.get(path) ?? []), text]);
  };
  const all = [
    content.title,
    ...content.identity,
    content.issuer.name,
    ...content.issuer.fields,
    ...content.issuer.contact,
    ...content.buyer,
    ...content.buyerContact,
    ...content.terms,
    ...content.sections.flatMap(({ fields }) => fields),
    ...content.lines.flatMap(({ details }) => details),
    ...content.subtotals,
    ...content.adjustments,
    ...content.totals,
    ...content.pages.flatMap(({ subtotals }) => subtotals),
    ...content.stamp.fields,
  ];
  for (const { label, text, of } of all) add(of, `${label} ${text}`);
  for (const total of [...content.totals, ...content.adjustments])
    if (total.otraMoneda !== undefined) add(total.of, total.otraMoneda);
  for (const line of content.lines)
    for (const column of content.columns) {
      const exempt = column.key === 'descripcion' && line.exento ? 'E ' : '';
      add(column.of, `${exempt}${line.cells[column.key] ?? ''}`);
    }
  return texts;
}

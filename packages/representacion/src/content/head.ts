import { CodigoModificacion, type ECF, placeName, TipoeCF } from '@timbre/ecf';
import { formatTaxId } from '@timbre/values';
import type { Content, Printed } from './printed.ts';
import { inWords } from './words.ts';

type Encabezado = ECF['Encabezado'];

const emisor = (name: string) => `Encabezado.Emisor.${name}`;
const comprador = (name: string) => `Encabezado.Comprador.${name}`;

/** Returns a field, or nothing if its text is absent or empty. */
export const field = (label: string, text: string | undefined, ...of: readonly string[]): readonly Printed[] =>
  text === undefined || text === '' ? [] : [{ label, text, of }];

/** Joins several texts, each of its own element, into one field. */
function joined(label: string, parts: readonly (readonly [path: string, text: string | undefined])[]): Printed[] {
  const present = parts.filter(([, text]) => text !== undefined && text !== '');
  if (present.length === 0) return [];
  // If province and municipality have the same name, it is printed once.
  const texts = [...new Set(present.map(([, text]) => text))];
  return [{ label, text: texts.join(', '), of: present.map(([path]) => path) }];
}

/** The field on one line: the head is repeated on every page, and its names and addresses are no lists. */
const oneLine = (field: Printed): Printed =>
  field.text.includes('\n') ? { ...field, text: field.text.replace(/\s*\n\s*/g, ' ') } : field;

const place = (code: string | undefined): string | undefined => (code === undefined ? undefined : placeName(code));

/** Type of receipt, number, expiry, and the receipt that a note modifies. @source Informe Técnico §17.2.1 A */
export function identityOf(ecf: ECF): Pick<Content, 'title' | 'identity'> {
  const { IdDoc } = ecf.Encabezado;
  const { NCFModificado, CodigoModificacion: codigo } = ecf.InformacionReferencia ?? {};
  const title = { label: '', text: inWords(TipoeCF, IdDoc.TipoeCF), of: ['Encabezado.IdDoc.TipoeCF'] };
  const modification = codigo === undefined ? undefined : inWords(CodigoModificacion, codigo);
  return {
    title,
    identity: [
      ...field('e-NCF', IdDoc.eNCF, 'Encabezado.IdDoc.eNCF'),
      ...field('Fecha de vencimiento', IdDoc.FechaVencimientoSecuencia, 'Encabezado.IdDoc.FechaVencimientoSecuencia'),
      ...field('NCF modificado', NCFModificado, 'InformacionReferencia.NCFModificado'),
      ...field('', modification, 'InformacionReferencia.CodigoModificacion'),
    ].map(oneLine),
  };
}

/** The issuer, its address and the date of issue. @source Informe Técnico §17.2.1 B */
export function issuerOf({ Emisor }: Encabezado): Content['issuer'] {
  const legal = { label: '', text: Emisor.RazonSocialEmisor, of: [emisor('RazonSocialEmisor')] };
  const trade = field('', Emisor.NombreComercial, emisor('NombreComercial'))[0];
  const address = joined('Dirección', [
    [emisor('DireccionEmisor'), Emisor.DireccionEmisor],
    [emisor('Municipio'), place(Emisor.Municipio)],
    [emisor('Provincia'), place(Emisor.Provincia)],
  ]);
  return {
    name: oneLine(trade ?? legal),
    fields: [
      ...(trade === undefined ? [] : [legal]),
      ...field('RNC', formatTaxId(Emisor.RNCEmisor), emisor('RNCEmisor')),
      ...field('Sucursal', Emisor.Sucursal, emisor('Sucursal')),
      ...address.map((line) => ({ ...line, label: '' })),
      ...field('Fecha de emisión', Emisor.FechaEmision, emisor('FechaEmision')),
    ].map(oneLine),
    contact: [
      ...field('', Emisor.TablaTelefonoEmisor?.TelefonoEmisor.join(', '), emisor('TablaTelefonoEmisor.TelefonoEmisor')),
      ...field('', Emisor.CorreoEmisor, emisor('CorreoEmisor')),
      ...field('', Emisor.WebSite, emisor('WebSite')),
    ].map(oneLine),
  };
}

/** The buyer; empty if the document names none. @source Informe Técnico §17.2.1 C */
export function buyerOf({ Comprador }: Encabezado): Pick<Content, 'buyer' | 'buyerContact'> {
  if (Comprador === undefined) return { buyer: [], buyerContact: [] };
  const rnc = Comprador.RNCComprador;
  return {
    buyer: [
      ...field('Razón social cliente', Comprador.RazonSocialComprador, comprador('RazonSocialComprador')),
      ...field('RNC cliente', rnc && formatTaxId(rnc), comprador('RNCComprador')),
      ...field('Identificación extranjera', Comprador.IdentificadorExtranjero, comprador('IdentificadorExtranjero')),
      ...field('País', Comprador.PaisComprador, comprador('PaisComprador')),
    ].map(oneLine),
    buyerContact: [
      ...joined('Dirección', [
        [comprador('DireccionComprador'), Comprador.DireccionComprador],
        [comprador('MunicipioComprador'), place(Comprador.MunicipioComprador)],
        [comprador('ProvinciaComprador'), place(Comprador.ProvinciaComprador)],
      ]),
      ...field('Contacto', Comprador.ContactoComprador, comprador('ContactoComprador')),
      ...field('Correo', Comprador.CorreoComprador, comprador('CorreoComprador')),
    ].map(oneLine),
  };
}

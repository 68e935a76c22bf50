import { type ECF, readDocument } from '@timbre/ecf';

/** The buyer that a document names. A missing text is empty. */
export interface NamedBuyer {
  readonly identificacion: string;
  /** It is an IdentificadorExtranjero. */
  readonly extranjero: boolean;
  readonly razonSocial: string;
  readonly correo: string;
  readonly direccion: string;
  readonly municipio: string;
  readonly provincia: string;
  readonly pais: string;
}

/** A product or service of a document's lines. */
export interface NamedProduct {
  readonly nombre: string;
  readonly descripcion: string;
  readonly precio: string;
  readonly unidad: string;
  readonly facturacion: string;
  readonly bienServicio: string;
}

/** The buyer and the products of a document, which the next document may name again. */
export interface Named {
  readonly comprador: NamedBuyer | undefined;
  readonly productos: readonly NamedProduct[];
}

/** Maximum number of lines read from a document. */
const mostLines = 50;

/** Reads the buyer and the products of signed documents; a document that cannot be read yields none. */
export const readNamed = (xmls: readonly string[]): readonly Named[] =>
  xmls.map((xml) => {
    const read = readDocument(xml);
    if (read.kind !== 'ECF') return { comprador: undefined, productos: [] };
    const { Encabezado, DetallesItems } = read.tree;
    const buyer = Encabezado.Comprador;
    const identificacion = buyer?.RNCComprador ?? buyer?.IdentificadorExtranjero;
    return {
      comprador: identificacion && buyer?.RazonSocialComprador ? buyerOf(buyer, identificacion) : undefined,
      productos: DetallesItems.Item.slice(0, mostLines).map((item) => ({
        nombre: item.NombreItem,
        descripcion: item.DescripcionItem ?? '',
        precio: item.PrecioUnitarioItem,
        unidad: item.UnidadMedida ?? '',
        facturacion: item.IndicadorFacturacion,
        bienServicio: item.IndicadorBienoServicio,
      })),
    };
  });

type Comprador = NonNullable<ECF['Encabezado']['Comprador']>;

const buyerOf = (buyer: Comprador, identificacion: string): NamedBuyer => ({
  identificacion,
  extranjero: buyer.RNCComprador === undefined,
  razonSocial: buyer.RazonSocialComprador ?? '',
  correo: buyer.CorreoComprador ?? '',
  direccion: buyer.DireccionComprador ?? '',
  municipio: buyer.MunicipioComprador ?? '',
  provincia: buyer.ProvinciaComprador ?? '',
  pais: buyer.PaisComprador ?? '',
});

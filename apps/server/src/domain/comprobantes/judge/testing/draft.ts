import { completeDraft } from '../complete-draft.ts';

/** The company of the drafts. */
export const issuer = {
  id: '00000000-0000-4000-8000-000000000001',
  rnc: '132000005',
  razonSocial: 'Ferretería Ejemplo SRL',
  datos: { direccion: 'Calle Primera 1' },
  ambiente: 'testecf',
  demo: false,
  impreso: { campoNombreItem: 'NombreItem', conLogo: false },
  accesos: {},
} as const;

/** 15-11-2025, 10:30 in Santo Domingo. */
export const now = Date.UTC(2025, 10, 15, 14, 30);

export type Tree = Readonly<Record<string, unknown>>;

/** A document as sent to the API, without totals. */
export const body = (
  tipo: string,
  { idDoc = {}, encabezado = {}, item = {}, more = {} }: Readonly<Record<string, Tree>>,
) => ({
  Encabezado: {
    IdDoc: { TipoeCF: tipo, TipoIngresos: '01', TipoPago: 1, ...idDoc },
    Comprador: { RNCComprador: '132111117', RazonSocialComprador: 'Constructora Inventada SRL' },
    ...encabezado,
  },
  DetallesItems: {
    Item: [
      {
        NumeroLinea: 1,
        IndicadorFacturacion: 1,
        NombreItem: 'Cemento gris',
        IndicadorBienoServicio: 1,
        CantidadItem: 1,
        PrecioUnitarioItem: '1000.00',
        ...item,
      },
    ],
  },
  ...more,
});

/** The errors and notices of a draft of the company. */
export const errorsOf = (document: object) =>
  completeDraft(document, issuer, now, []).errores.map(({ codigo, campo, aviso = false }) => ({
    codigo,
    campo,
    aviso,
  }));

import { featureConstants } from '@timbre/contract/tables';

/** Who does a step. */
type Quien = 'persona' | 'timbre' | 'dgii';

/** The components that a step shows besides its text. */
export type Pieza =
  | 'direcciones'
  | 'formulario'
  | 'comprobantes'
  | 'aprobaciones'
  | 'simulacion'
  | 'impresas'
  | 'servicios';

/** A step of the process as the screen shows it. */
export interface Paso {
  readonly numero: number;
  readonly nombre: string;
  readonly quien: Quien;
  /** The instructions of the step. */
  readonly instrucciones: string;
  readonly piezas: readonly Pieza[];
}

/** The instructions of each step. @source Proceso de certificación para ser emisor electrónico, pp. 4-22 */
const hacer: Readonly<Record<number, { readonly texto: string; readonly piezas?: readonly Pieza[] }>> = {
  1: {
    texto:
      'En el portal de certificación, pulse «Crear Postulación» y complete los datos del software con las direcciones de abajo. Pulse «Generar archivo», firme aquí el XML y cárguelo en el portal.',
    piezas: ['direcciones', 'formulario'],
  },
  2: {
    texto:
      'Descargue en el portal el set de pruebas e-CF y cárguelo aquí. Timbre lo ensaya con la DGII integrada; cuando no hay rechazos, se envía en el orden que la DGII pide. Al final, cargue en el portal las facturas de consumo completas.',
    piezas: ['comprobantes'],
  },
  3: {
    texto:
      'Descargue en el portal el set de aprobaciones o rechazos comerciales y cárguelo aquí. Timbre las ensaya, las firma y las envía.',
    piezas: ['aprobaciones'],
  },
  4: {
    texto: 'Genere y envíe los comprobantes de la simulación, con datos como los de su empresa y secuencias nuevas.',
    piezas: ['simulacion'],
  },
  5: {
    texto:
      'Descargue las representaciones impresas, una por cada tipo, y cárguelas en el portal. Cada PDF pesa menos de 10 MB.',
    piezas: ['impresas'],
  },
  6: { texto: 'La DGII revisa las representaciones impresas. Si rechaza alguna, corríjala y cárguela otra vez.' },
  7: {
    texto: 'Actualice en el portal las direcciones de los servicios, si cambiaron desde la postulación.',
    piezas: ['direcciones'],
  },
  8: {
    texto:
      'Pruebe aquí sus direcciones como las llamará la DGII. Después indique en el portal que está listo para recibir; descargar el certificado raíz es opcional.',
    piezas: ['servicios'],
  },
  9: {
    texto:
      'La DGII envía e-CF de prueba. Timbre los recibe y responde cada uno con su acuse de recibo; los encontrará en Facturas Recibidas.',
  },
  10: { texto: 'En el portal, pulse «Enviar prueba de Aprobaciones Comerciales».', piezas: ['servicios'] },
  11: { texto: 'La DGII envía aprobaciones y rechazos comerciales. Timbre los recibe y los muestra en cada factura.' },
  12: {
    texto: 'Escriba en el portal las direcciones que los servicios tendrán en producción.',
    piezas: ['direcciones'],
  },
  13: {
    texto:
      'En el portal, pulse «Generar Archivo» de la declaración jurada. Firme aquí el XML y cárguelo con «Enviar Archivo». Lo firma el representante de la postulación.',
    piezas: ['formulario'],
  },
  14: {
    texto: 'La DGII verifica que la empresa está al día, tiene clave de Oficina Virtual, Alta NCF y representante.',
  },
  15: {
    texto: 'La DGII autoriza a la empresa como emisor electrónico. Cambie entonces el ambiente en Configuración.',
  },
};

/** The fifteen steps. */
export const proceso: readonly Paso[] = featureConstants.piloto.pasosDelProceso.map(({ numero, nombre, quien }) => ({
  numero,
  nombre,
  quien,
  instrucciones: hacer[numero]!.texto,
  piezas: hacer[numero]!.piezas ?? [],
}));

/** The text for the party that must act in a step. */
export const esperaDe: Readonly<Record<Quien, string>> = {
  persona: 'Le toca a usted, en el portal',
  timbre: 'Timbre lo hace con usted',
  dgii: 'Espera a la DGII',
};

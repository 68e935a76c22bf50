import type { TextosDeReporte } from '../../texto.ts';
import { comunesDe } from './comunes.ts';
import * as dgii from './que-hace-la-dgii.ts';

const de608 = {
  '608-NCF-01': {
    titulo: 'e-NCF entre los anulados del 608',
    significa: 'Los números electrónicos sin usar se anulan con el formato de anulación de e-NCF.',
    causa: 'El rango anulado es de la serie E.',
    remedio:
      'Sin confirmar: ninguna fuente publicada dice si también va en el 608. Pregúntelo a la DGII antes de presentar; si no va, exclúyalo.',
    dgii: 'La herramienta oficial no dice qué series acepta.',
    relacionados: ['ANECF-RANGO-01'],
  },
  '608-FECHA-01': {
    titulo: 'Anulado de otro mes',
    significa: 'El 608 lleva los comprobantes anulados con fecha del mes que se declara.',
    causa: 'La fecha está mal escrita, o el comprobante es de otro mes.',
    remedio: 'Corrija la fecha, o rectifique el 608 de aquel mes. Una factura con nota de crédito no va en el 608.',
    dgii: dgii.herramienta,
  },
} as const satisfies TextosDeReporte;

const de609 = {
  '609-SERVICIO-01': {
    titulo: 'Detalle de otro servicio en el 609',
    significa: 'El primer dígito del detalle es el código del servicio: 84 pertenece al 8.',
    causa: 'Se cambió el servicio y quedó el detalle anterior.',
    remedio: 'Elija el detalle; Timbre pone el servicio que le corresponde.',
    dgii: dgii.herramienta,
  },
  '609-FECHA-01': {
    titulo: 'Pago al exterior posterior al período',
    significa: 'El documento tiene fecha de un mes posterior al que se declara.',
    causa: 'La fecha está mal escrita, o el documento pertenece a otro mes.',
    remedio: 'Corrija la fecha o repórtelo en su mes.',
    dgii: dgii.herramienta,
  },
  '609-RETENCION-01': {
    titulo: 'Renta retenida al exterior sin fecha',
    significa: 'El ISR retenido (13) lleva la fecha de la retención, campo 11.',
    causa: 'Se anotó el monto y no el día del pago.',
    remedio: 'Escriba el día en que se pagó o se acreditó en cuenta.',
    dgii: dgii.herramienta,
    relacionados: ['609-RETENCION-02'],
  },
  '609-RETENCION-02': {
    titulo: 'Retención anterior al documento del exterior',
    significa: 'La fecha de la retención no puede ser anterior a la del documento.',
    causa: 'El día y el mes están cambiados, o la retención es de otra factura.',
    remedio: 'Corrija una de las dos fechas.',
    dgii: dgii.soloTimbre,
    relacionados: ['609-RETENCION-01'],
  },
  '609-RETENCION-03': {
    titulo: 'Renta retenida al exterior mayor que el monto',
    significa: 'El ISR retenido es una parte del monto facturado.',
    causa: 'El monto está en otra moneda que la retención, o se intercambiaron los campos.',
    remedio: 'Ponga los dos en pesos, a la tasa del comprobante, y corrija el campo 13.',
    dgii: dgii.soloTimbre,
    relacionados: ['609-RETENCION-01'],
  },
  '609-RETENCION-04': {
    titulo: 'Renta retenida al exterior distinta de la de ley',
    significa: 'El ISR retenido no es el de ninguna de las tasas que la ley da para pagos al exterior ese día.',
    causa: 'Se usó otra tasa u otra base, o un convenio entre países da la suya.',
    remedio: 'Compare los montos del mensaje. Con un convenio, guarde su constancia y no cambie nada.',
    dgii: dgii.soloTimbre,
    relacionados: ['609-RETENCION-03'],
  },
} as const satisfies TextosDeReporte;

/** Rules of the 608 and of the 609. */
export const anuladosYExterior: TextosDeReporte = { ...comunesDe('608'), ...de608, ...comunesDe('609'), ...de609 };

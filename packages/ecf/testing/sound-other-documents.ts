import type { ACECF, ANECF, ARECF, RFCE } from '../src/schema/types.generated.ts';

/** Valid documents other than an e-CF, of the same invented companies. */

export const emisor = {
  RNCEmisor: '132000005',
  RazonSocialEmisor: 'Ferretería Ejemplo SRL',
  DireccionEmisor: 'Calle Primera 1, Santo Domingo',
  FechaEmision: '15-11-2025',
};
export const comprador = { RNCComprador: '132111117', RazonSocialComprador: 'Constructora Inventada SRL' };

export const rfce: RFCE = {
  Encabezado: {
    Version: '1.0',
    IdDoc: { TipoeCF: '32', eNCF: 'E320000000007', TipoIngresos: '01', TipoPago: '1' },
    Emisor: {
      RNCEmisor: emisor.RNCEmisor,
      RazonSocialEmisor: emisor.RazonSocialEmisor,
      FechaEmision: emisor.FechaEmision,
    },
    Comprador: comprador,
    Totales: {
      MontoGravadoTotal: '1000.00',
      MontoGravadoI1: '1000.00',
      TotalITBIS: '180.00',
      TotalITBIS1: '180.00',
      MontoImpuestoAdicional: '20.00',
      ImpuestosAdicionales: { ImpuestoAdicional: [{ TipoImpuesto: '002', OtrosImpuestosAdicionales: '20.00' }] },
      MontoTotal: '1200.00',
      MontoNoFacturable: '50.00',
      MontoPeriodo: '1250.00',
    },
    CodigoSeguridadeCF: 'a1B2c3',
  },
};

export const acecf: ACECF = {
  DetalleAprobacionComercial: {
    Version: '1.0',
    RNCEmisor: emisor.RNCEmisor,
    eNCF: 'E310000000007',
    FechaEmision: emisor.FechaEmision,
    MontoTotal: '1180.00',
    RNCComprador: comprador.RNCComprador,
    Estado: '1',
    FechaHoraAprobacionComercial: '16-11-2025 09:00:00',
  },
};

export const arecf: ARECF = {
  DetalleAcusedeRecibo: {
    Version: '1.0',
    RNCEmisor: emisor.RNCEmisor,
    RNCComprador: comprador.RNCComprador,
    eNCF: 'E310000000007',
    Estado: '0',
    FechaHoraAcuseRecibo: '15-11-2025 10:31:00',
  },
};

const rango = (SecuenciaeNCFDesde: string, SecuenciaeNCFHasta: string) => ({ SecuenciaeNCFDesde, SecuenciaeNCFHasta });

/** The example of Formato Anulación de e-NCF v1.0, anexo I, p. 9. */
export const anecf: ANECF = {
  Encabezado: {
    Version: '1.0',
    RncEmisor: emisor.RNCEmisor,
    CantidadeNCFAnulados: '84',
    FechaHoraAnulacioneNCF: '15-11-2025 08:50:15',
  },
  DetalleAnulacion: {
    Anulacion: [
      {
        NoLinea: ['1'],
        TipoeCF: '31',
        TablaRangoSecuenciasAnuladaseNCF: {
          Secuencias: [rango('E310000000001', 'E310000000001'), rango('E310000000005', 'E310000000050')],
        },
        CantidadeNCFAnulados: '47',
      },
      {
        NoLinea: ['2'],
        TipoeCF: '44',
        TablaRangoSecuenciasAnuladaseNCF: { Secuencias: [rango('E440000000010', 'E440000000046')] },
        CantidadeNCFAnulados: '37',
      },
    ],
  },
};

import type { ECF } from '@timbre/ecf';

/** A valid type 31 of ten lines, with this number. */
export function sampleECF(number: number): ECF {
  return {
    Encabezado: {
      Version: '1.0',
      IdDoc: {
        TipoeCF: '31',
        eNCF: `E31${String(number).padStart(10, '0')}`,
        FechaVencimientoSecuencia: '31-12-2027',
        IndicadorMontoGravado: '0',
        TipoIngresos: '01',
        TipoPago: '1',
      },
      Emisor: {
        RNCEmisor: '131000016',
        RazonSocialEmisor: 'Ferretería de Prueba, SRL',
        DireccionEmisor: 'Calle Primera 1, Santo Domingo',
        Municipio: '010100',
        Provincia: '010000',
        FechaEmision: '01-04-2026',
      },
      Comprador: { RNCComprador: '131000029', RazonSocialComprador: 'Constructora de Prueba, SRL' },
      Totales: {
        MontoGravadoTotal: '5500.00',
        MontoGravadoI1: '5500.00',
        ITBIS1: '18',
        TotalITBIS: '990.00',
        TotalITBIS1: '990.00',
        MontoTotal: '6490.00',
      },
    },
    DetallesItems: {
      Item: Array.from({ length: 10 }, (_, index) => ({
        NumeroLinea: String(index + 1),
        IndicadorFacturacion: '1',
        NombreItem: `Cerámica n.º ${index + 1} & accesorios`,
        IndicadorBienoServicio: '1',
        CantidadItem: '2.00',
        UnidadMedida: '43',
        PrecioUnitarioItem: `${(index + 1) * 50}.0000`,
        MontoItem: `${(index + 1) * 100}.00`,
      })),
    },
    FechaHoraFirma: '01-04-2026 10:00:00',
  };
}

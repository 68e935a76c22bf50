import type { Draft } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';

type Item = NonNullable<NonNullable<Draft['DetallesItems']>['Item']>[number];

// Invented companies; their RNC are of a series that has not been assigned.
const comprador = { RNCComprador: '199000013', RazonSocialComprador: 'Constructora Inventada, SRL' };
const ayuntamiento = { RNCComprador: '199000021', RazonSocialComprador: 'Ayuntamiento de Villa Ejemplo' };
const zonaFranca = { RNCComprador: '199000031', RazonSocialComprador: 'Zona Franca Ejemplo, SA' };
const suplidor = { RNCComprador: '199000048', RazonSocialComprador: 'Transporte de Ejemplo, EIRL' };
const extranjero = { IdentificadorExtranjero: 'EX-2040', RazonSocialComprador: 'Sample Trading LLC' };

/** How each line is taxed. @source Formato e-CF v1.0, IndicadorFacturacion */
const itbis = { 18: '1', 16: '2', 0: '3', exento: '4' } as const;

const line = (
  NombreItem: string,
  CantidadItem: string,
  PrecioUnitarioItem: string,
  rate: keyof typeof itbis,
  IndicadorBienoServicio: '1' | '2' = '1',
): Item => ({
  IndicadorFacturacion: itbis[rate],
  NombreItem,
  IndicadorBienoServicio,
  CantidadItem,
  UnidadMedida: '43',
  PrecioUnitarioItem,
});

const cemento = line('Cemento gris, saco', '20.00', '495.0000', 18);
const cafe = line('Café molido, libra', '10.00', '310.0000', 16);
const donado = line('Repuesto para exportación', '2.00', '1500.0000', 0);
const transporte = line('Transporte de pasajeros', '1.00', '800.0000', 'exento', '2');

/** The amounts withheld of a line, stated in types 41 and 47. */
const retenido = (montos: NonNullable<Item['Retencion']>): Pick<Item, 'Retencion'> => ({
  Retencion: { IndicadorAgenteRetencionoPercepcion: '1', ...montos },
});

const contado = { TipoIngresos: '01', TipoPago: '1' };

const draft = (TipoeCF: TipoECF, idDoc: object, Comprador: object | undefined, Item: Item[], more = {}): Draft => ({
  Encabezado: { IdDoc: { TipoeCF, ...idDoc }, ...(Comprador && { Comprador }) },
  DetallesItems: { Item },
  ...more,
});

/** The reference of a note to the invoice whose amounts it corrects. */
const modifica = (FechaNCFModificado: string) => ({
  InformacionReferencia: { NCFModificado: 'E310000000001', FechaNCFModificado, CodigoModificacion: '3' },
});

/**
 * A sample of each type as a program sends it, without the fields that the platform completes. Type 31 has lines at the
 * ITBIS rates 18, 16 and 0, and exempt ones.
 *
 * @param fecha of the invoice that the notes modify
 */
export const draftsOf = (fecha: string): Readonly<Record<TipoECF, Draft>> => ({
  31: draft('31', contado, comprador, [cemento, cafe, donado, transporte]),
  32: draft('32', contado, comprador, [line('Martillo de uña', '1.00', '650.0000', 18), transporte]),
  33: draft('33', contado, comprador, [line('Flete no facturado', '1.00', '900.0000', 18, '2')], modifica(fecha)),
  34: draft(
    '34',
    { IndicadorNotaCredito: '0', ...contado },
    comprador,
    [{ ...cemento, CantidadItem: '2.00' }],
    modifica(fecha),
  ),
  41: draft('41', { TipoPago: '1' }, suplidor, [
    {
      ...line('Acarreo de materiales', '1.00', '4500.0000', 18, '2'),
      ...retenido({ MontoITBISRetenido: '810.00', MontoISRRetenido: '0.00' }),
    },
  ]),
  43: draft('43', {}, undefined, [line('Peaje y parqueo', '1.00', '260.0000', 'exento', '2')]),
  44: draft('44', contado, zonaFranca, [line('Guantes de seguridad, par', '50.00', '95.0000', 'exento')]),
  45: draft('45', contado, ayuntamiento, [cemento, cafe]),
  46: draft('46', contado, extranjero, [line('Bloques de coral decorativo', '200.00', '75.0000', 0)]),
  47: draft('47', {}, extranjero, [
    {
      ...line('Asesoría del exterior', '1.00', '18000.0000', 'exento', '2'),
      ...retenido({ MontoISRRetenido: '4860.00' }),
    },
  ]),
});

import { completeDraft, type Draft, numbered, writeDocument } from '@timbre/ecf';
import { addDays, formatFecha, formatFechaHora } from '@timbre/values';
import { createSigner, signCanonical } from '@timbre/xml/node';
import { makeDemoCertificate } from '../../domain/companies/demo-certificate.ts';
import type { Clock } from '../../platform/process/clock.ts';

/** An invented company, which signs its own documents. */
const emisor = {
  rnc: '199000005',
  razonSocial: 'Ferretería de Ejemplo, SRL',
  datos: { direccion: 'Calle Primera 1, Santo Domingo' },
};

const draft: Draft = {
  Encabezado: {
    IdDoc: { TipoeCF: '31', TipoIngresos: '01', TipoPago: '1' },
    Comprador: { RNCComprador: '199000013', RazonSocialComprador: 'Constructora Inventada, SRL' },
  },
  DetallesItems: {
    Item: [
      {
        IndicadorFacturacion: '1',
        NombreItem: 'Cemento gris, saco',
        IndicadorBienoServicio: '1',
        CantidadItem: '20.00',
        PrecioUnitarioItem: '495.0000',
      },
      {
        IndicadorFacturacion: '4',
        NombreItem: 'Transporte',
        IndicadorBienoServicio: '2',
        CantidadItem: '1.00',
        PrecioUnitarioItem: '1500.0000',
      },
    ],
  },
};

/**
 * Makes the example on its first use: an invoice signed with a certificate made for it, whose key is discarded.
 *
 * @returns a function that returns its XML; `alterado`: with its total changed after it was signed
 */
export function createEjemplo(clock: Clock): (alterado: boolean) => Promise<string> {
  let sound: Promise<string> | undefined;
  return async (alterado) => {
    sound ??= signEjemplo(clock.now());
    const xml = await sound;
    return alterado ? xml.replace(/(<MontoTotal>)\d+/, '$199999') : xml;
  };
}

/** Validity of its range, in days. */
const daysOfRange = 365;

async function signEjemplo(now: Date): Promise<string> {
  const at = now.getTime();
  const holder = { name: 'Persona de Ejemplo', id: emisor.rnc };
  const material = await makeDemoCertificate(holder, '', now);
  const whole = numbered(
    completeDraft(draft, emisor, at),
    'E310000000001',
    addDays(formatFecha(at), daysOfRange),
    formatFechaHora(at),
  );
  return (await signCanonical(writeDocument('ECF', whole), createSigner(material))).xml;
}

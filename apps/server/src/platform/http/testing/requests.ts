import { ecfs } from '@timbre/ecf/testing';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { noteOf, saleOf } from '../../../main/testing/draft.ts';
import { hostileText } from '../../../main/testing/hostile.ts';

/** A request as it is sent. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

/** Parts of an address, most of them hostile texts. */
export const encoded = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))) },
  { weight: 1, arbitrary: fc.constantFrom('%00', '%', '%E0%A4%A', '%ED%A0%80', 'a%2Fb', '..%2f..', '%c0%af') },
);
/** Five times of six the usual value. */
export const mostly = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: unusual });
/** A text without halves of characters, which no address can have. */
export const sendable = (text: string) => text.replace(/\p{Surrogate}/gu, '');

/** The field names of the platform's multipart forms. */
export const fieldNames = [
  'XmlFile',
  'xml',
  'file',
  'archivo',
  'logo',
  'NombreCertificado',
  'Certificado',
  'PasswordCertificado',
  'RncEmisor',
  'Ambiente',
  'NuevoAmbiente',
  'ENCF',
  'RNCEmisor',
  'CodigoSeguridad',
  'AddFechaHoraFirma',
  'ModificadoPor',
  'id_externo',
  'RazonSocial',
];
export const fileNames = [
  'a.xml',
  'libro.xlsx',
  'libro.xls',
  'c.p12',
  'c.pfx',
  'logo.png',
  '',
  'a"b.xml',
  '../x.xml',
  'ñ🧾.xml',
];
export const pictures = [
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('ffd8ffe000104a464946', 'hex'),
  Buffer.from('RIFF....WEBPVP8 '),
];

/** A valid document for emission, before it is corrupted. */
export const sales = () =>
  fc.constantFrom<unknown>(
    saleOf({}),
    noteOf('E310000000001'),
    { ECF: saleOf({ tipo: '32' }) },
    ...Object.values(ecfs),
  );

/** The schema with nothing optional. */
export const completeSchema = (schema: TSchema): TSchema => {
  const { properties } = schema as { properties?: object };
  return properties === undefined ? schema : ({ ...schema, required: Object.keys(properties) } as TSchema);
};

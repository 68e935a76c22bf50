import { cedulaCheckDigitHolds, rncCheckDigitHolds, zerosAdvice } from '@timbre/values';
import { isProvincia } from '../../places.ts';
import { ProvinciaMunicipio } from '../../schema/codes/provincias-municipios.ts';
import { ruleSet } from '../rule.ts';
import type { Checked } from './context.ts';

/** A tax number of another party, and its path. */
interface TaxId {
  readonly path: string;
  readonly digits: string;
}

/**
 * The tax numbers of the other parties. The issuer's own is excluded: it is known from the session, and one in use that
 * fails the check digit would cause a warning on every document.
 */
function taxIdsOf({ ecf }: Checked): readonly TaxId[] {
  const ids: TaxId[] = [];
  const { RNCComprador } = ecf.Encabezado?.Comprador ?? {};
  const { RNCOtroContribuyente } = ecf.InformacionReferencia ?? {};
  if (RNCComprador !== undefined) ids.push({ path: 'Encabezado.Comprador.RNCComprador', digits: RNCComprador });
  if (RNCOtroContribuyente !== undefined)
    ids.push({ path: 'InformacionReferencia.RNCOtroContribuyente', digits: RNCOtroContribuyente });
  return ids;
}

const isRNC = (digits: string): boolean => /^\d{9}$/.test(digits);
const isCedula = (digits: string): boolean => /^\d{11}$/.test(digits);

const numeros = ruleSet<TaxId, Checked>(taxIdsOf, ({ path }) => path, [
  {
    code: 'ECF-RNC-01',
    at: '',
    severity: 'aviso',
    source: 'Formato e-CF v1.0, campo 38 a, p. 12 (validar estructura); decisión 0020',
    holds: ({ digits }) =>
      isRNC(digits) ? rncCheckDigitHolds(digits) : !isCedula(digits) || cedulaCheckDigitHolds(digits),
    message: ({ digits }) =>
      `El dígito verificador ${isRNC(digits) ? 'del RNC' : 'de la cédula'} ${digits} no corresponde: ${zerosAdvice(digits) ?? 'revise que esté bien escrito'}`,
  },
]);

/** An address by its codes. */
interface Place {
  readonly path: string;
  readonly municipio: string;
  readonly provincia: string;
}

function placesOf({ ecf }: Checked): readonly Place[] {
  const places: Place[] = [];
  const add = (path: string, municipio: string | undefined, provincia: string | undefined) => {
    if (municipio !== undefined && provincia !== undefined) places.push({ path, municipio, provincia });
  };
  const { Municipio, Provincia } = ecf.Encabezado?.Emisor ?? {};
  const { MunicipioComprador, ProvinciaComprador } = ecf.Encabezado?.Comprador ?? {};
  add('Encabezado.Emisor.Municipio', Municipio, Provincia);
  add('Encabezado.Comprador.MunicipioComprador', MunicipioComprador, ProvinciaComprador);
  return places;
}

/** The two digits of the province that a code of the table begins with. */
const provinceOf = (code: string): string => code.slice(0, 2);

/** A code with its name, where the table has it. */
const named = (code: string): string => {
  const names: Readonly<Record<string, string>> = ProvinciaMunicipio;
  return Object.hasOwn(names, code) ? `${code} (${names[code]})` : code;
};

const lugares = ruleSet<Place, Checked>(placesOf, ({ path }) => path, [
  {
    code: 'ECF-MUNICIPIO-01',
    at: '',
    severity: 'rechazo',
    source: 'Formato e-CF v1.0, campos 25, 26, 44 y 45, p. 11 y 14; tabla III',
    holds: ({ municipio, provincia }) => provinceOf(municipio) === provinceOf(provincia),
    message: ({ municipio, provincia }) =>
      `El municipio ${named(municipio)} no es de la provincia ${named(provincia)}, sino de ${named(`${provinceOf(municipio)}0000`)}`,
  },
]);

/** One code of an address. */
interface Code {
  readonly path: string;
  readonly code: string;
}

const codesAt = (at: readonly (readonly [path: string, code: string | undefined])[]): readonly Code[] =>
  at.flatMap(([path, code]) => (code === undefined ? [] : { path, code }));

/** The table prints this code in both of its columns. */
const inBothColumns = '020000';

const provincias = ruleSet<Code, Checked>(
  ({ ecf: { Encabezado } }) =>
    codesAt([
      ['Encabezado.Emisor.Provincia', Encabezado?.Emisor?.Provincia],
      ['Encabezado.Comprador.ProvinciaComprador', Encabezado?.Comprador?.ProvinciaComprador],
    ]),
  ({ path }) => path,
  [
    {
      code: 'ECF-MUNICIPIO-02',
      at: '',
      severity: 'rechazo',
      source: 'Formato e-CF v1.0, campos 26 y 45, p. 11 y 14; tabla III, columna de provincias, p. 63',
      holds: ({ code }) => isProvincia(code),
      message: ({ code }) =>
        `El código ${named(code)} no es de una provincia: ponga ${named(`${provinceOf(code)}0000`)}`,
    },
  ],
);

const municipios = ruleSet<Code, Checked>(
  ({ ecf: { Encabezado } }) =>
    codesAt([
      ['Encabezado.Emisor.Municipio', Encabezado?.Emisor?.Municipio],
      ['Encabezado.Comprador.MunicipioComprador', Encabezado?.Comprador?.MunicipioComprador],
    ]),
  ({ path }) => path,
  [
    {
      code: 'ECF-MUNICIPIO-03',
      at: '',
      severity: 'rechazo',
      source: 'Formato e-CF v1.0, campos 25 y 44, p. 11 y 14; tabla III, columna de municipios, p. 63',
      holds: ({ code }) => !isProvincia(code) || code === inBothColumns,
      message: ({ code }) => `El código ${named(code)} es de una provincia: ponga el de su municipio`,
    },
  ],
);

/** Rules of the tax numbers and addresses of the parties that the document names. */
export const partes = [numeros, lugares, provincias, municipios];

import type { WithholdingFacts } from './arithmetic/withholding.ts';
import { describeField } from './describe-field.ts';
import type { Fault } from './fault.ts';

/**
 * Data that an issuer states about itself, besides its RNC and its name. A field that is left out has not been stated.
 */
export interface IssuerData extends WithholdingFacts {
  readonly direccion?: string;
  readonly nombreComercial?: string;
  /** Names of its branches. A document that states none gets the first one. */
  readonly sucursales?: readonly string[];
  /** Code of the table `ProvinciaMunicipio`. */
  readonly municipio?: string;
  /** Code of the table `ProvinciaMunicipio`. */
  readonly provincia?: string;
  readonly telefonos?: readonly string[];
  readonly correo?: string;
  readonly sitioWeb?: string;
  readonly actividadEconomica?: string;
  /** Whether the DGII authorised it to use `IndicadorEnvioDiferido`. */
  readonly envioDiferido?: boolean;
  /** The day on which it became an electronic issuer, yyyy-MM-dd. */
  readonly emisorDesde?: string;
}

/** The name of a fact. */
export type IssuerFact = keyof IssuerData;

/** The element of `Encabezado.Emisor` that each fact completes. */
export const elementOfFact = {
  nombreComercial: 'NombreComercial',
  sucursales: 'Sucursal',
  direccion: 'DireccionEmisor',
  municipio: 'Municipio',
  provincia: 'Provincia',
  telefonos: 'TablaTelefonoEmisor.TelefonoEmisor',
  correo: 'CorreoEmisor',
  sitioWeb: 'WebSite',
  actividadEconomica: 'ActividadEconomica',
} as const satisfies Partial<Record<IssuerFact, string>>;

/** A fact that completes an element. */
export type PrintedFact = keyof typeof elementOfFact;

/** The facts that a rule needs, by the code of the rule. */
const factsOfRules: Readonly<Record<string, IssuerFact>> = {
  'ECF-DIFERIDO-01': 'envioDiferido',
  'ECF-FECHA-07': 'emisorDesde',
};

/** Where the elements of {@link elementOfFact} are. */
export const emisorPath = 'Encabezado.Emisor';
/** Elements of an address. A document that states one of them has its own address: see {@link issuerElements}. */
const addressElements: readonly string[] = ['DireccionEmisor', 'Municipio', 'Provincia'];

/**
 * The elements of `Encabezado.Emisor` that a document of a type gets from the facts of an issuer.
 *
 * A document that states an element of its own address gets no municipality, province or branch of the company's.
 *
 * @param stated the elements of `Emisor` that the document states
 * @returns elements that the schema of the type admits, also those that are stated
 */
export function issuerElements(data: IssuerData, tipo: string, stated: object = {}): Readonly<Record<string, unknown>> {
  const { telefonos = [], sucursales = [] } = data;
  const isElsewhere = addressElements.some((name) => (stated as Record<string, unknown>)[name] !== undefined);
  const own = {
    NombreComercial: data.nombreComercial,
    DireccionEmisor: data.direccion,
    ...(isElsewhere ? {} : { Sucursal: sucursales[0], Municipio: data.municipio, Provincia: data.provincia }),
    TablaTelefonoEmisor: telefonos.length === 0 ? undefined : { TelefonoEmisor: [...telefonos] },
    CorreoEmisor: data.correo,
    WebSite: data.sitioWeb,
    ActividadEconomica: data.actividadEconomica,
  };
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => value !== undefined && admits(tipo, name)));
}

/** Whether the schema of a type has an element of `Emisor`. */
const admits = (tipo: string, name: string): boolean =>
  describeField('ECF', `${emisorPath}.${name}`)?.occurs.some(({ document }) => document === tipo) === true;

/**
 * The fact whose correction resolves a fault of a document; undefined where the fault is not about a fact.
 *
 * @param stated the elements of `Emisor` that the document itself states: a fault in them is corrected in the document.
 * Left out where nothing is completed: then only faults of the rules about facts have a fact
 */
export function factOfFault({ code, path }: Pick<Fault, 'code' | 'path'>, stated?: object): IssuerFact | undefined {
  const ofRule = factsOfRules[code];
  if (ofRule !== undefined || stated === undefined) return ofRule;
  const [encabezado, emisor, element = ''] = path.replace(/\[\d+\]/g, '').split('.');
  if (`${encabezado}.${emisor}` !== emisorPath || element in stated) return undefined;
  return (Object.keys(elementOfFact) as PrintedFact[]).find((fact) => elementOfFact[fact].split('.')[0] === element);
}

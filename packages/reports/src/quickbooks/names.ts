/** A name as it is compared: lower case, without accents. */
export const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The taxes that a line of taxes may be. */
export type TaxKind = 'isc' | 'propina' | 'otros' | 'itbis';

/** What is withheld or perceived by a line. */
export type WithheldKind = 'itbisRetenido' | 'isrRetenido' | 'isrPercibido';

const excise = /selectivo|\bi\.?s\.?c\b|\bexcise\b/;
const contribution = /\bc\.?d\.?t\b|contribuc|contribution/;

/** Words that are of one tax alone. A name with those of two is of none: «ITBIS y propina». */
const ownWords: readonly (readonly [TaxKind, RegExp])[] = [
  ['itbis', /\bi\.?t\.?b\.?i\.?s\b|transferencias? de bienes|\biva\b|\bvat\b|value[ -]added|valor agregado/],
  ['isc', excise],
  ['propina', /propina|service charge|\btips?\b|gratuity|% (de )?ley\b|% (de )?servicio\b/],
  ['otros', contribution],
];

/**
 * What else a tax may be of, where none of the words above is in its name: «ITBIS hospedaje» is ITBIS, «Hospedaje» another tax.
 * Insurance pays an excise; what is charged on telephony beside the excise is the contribution of 2 %.
 * @source specification 002 §5, «Amounts and taxes»; Formato e-CF v1.0, tabla I; Ley 153-98, art. 45 (CDT)
 */
const subjects: readonly (readonly [Exclude<TaxKind, 'itbis'>, RegExp])[] = [
  ['isc', /\bsegur|insurance|alcohol|cervez|tabac|cigarr|tobacco/],
  [
    'otros',
    /telecom|telefon|indotel|aduan|arancel|customs|municip|arbitrio|consumo|consumption|ambient|environment|lujo|luxury|alojamiento|hospedaje|lodging|turis|tourism|combustible|fuel|hidrocarbur|carbon|\bcheques?\b|transferencias? (bancaria|electronica)/,
  ],
];

/** The tax that a name tells; undefined for a name that tells none, or several: nobody may take it for ITBIS. */
export function taxOfName(name: string): TaxKind | undefined {
  const text = plain(name);
  const said = ownWords.filter(([, words]) => words.test(text));
  if (said.length > 1 || /percib|percep/.test(text)) return undefined;
  return said[0]?.[0] ?? subjects.find(([, words]) => words.test(text))?.[0];
}

/** Whether a tax has no name but its rate: «18%», «Tasa 18.00 %». */
export const isNameless = (name: string): boolean =>
  /^(tasa|tarifa|impuesto|tax)?[\s:]*(\d+([.,]\d+)? ?%)?$/.test(plain(name).trim());

/**
 * Withholdings by the name of an account, an item or a tax. Withheld ITBIS, then perceived income tax, then withheld income tax.
 * @source specification 002 §5, «Amounts and taxes»
 */
export function withheldOfName(name: string): WithheldKind | undefined {
  const text = plain(name);
  const isWithheld = /reten|withh/.test(text);
  if (isWithheld && /\bi\.?t\.?b\.?i\.?s\b/.test(text)) return 'itbisRetenido';
  if (!/\bi\.?s\.?r\b|\brentas?\b|\bincome tax\b/.test(text)) return undefined;
  if (/percib|percep/.test(text)) return 'isrPercibido';
  return isWithheld ? 'isrRetenido' : undefined;
}

/**
 * A tax by the name of an account of expenses. Words are whole: «Misceláneos» is no ISC. What telephony, towns and environment
 * are is told by a word of a tax beside them: an account of telephone bills is an expense.
 * @source specification 002 §5, «Amounts and taxes»; decision 0080
 */
export function taxOfAccount(name: string): TaxKind | undefined {
  const text = plain(name);
  if (excise.test(text)) return 'isc';
  if (/\bitbis\b/.test(text)) return 'itbis';
  if (contribution.test(text)) return 'otros';
  return /telecom|municip|ambient/.test(text) && /impuesto|\btasas?\b|arbitrio/.test(text) ? 'otros' : undefined;
}

/**
 * Names of accounts that buy services or goods. Services are tried first: «Mantenimiento de equipos» is one.
 * @source specification 002 §5, «Goods versus services»
 */
const kindNames: readonly (readonly ['2' | '1', RegExp])[] = [
  [
    '2',
    /servicio|honorario|alquiler|arrendamiento|mantenimiento|reparacion|publicidad|seguro|telefon|telecom|internet|electric|energia|transporte|flete|comision|asesoria|consultor|capacitacion|viaje|hotel|vigilancia|limpieza/,
  ],
  [
    '1',
    /inventario|mercanc|materia|material|suministro|papeleria|utiles|combustible|equipo|mobiliario|maquinaria|repuesto|producto|alimento|medicament|herramienta/,
  ],
];

/** Whether an account buys goods (1) or services (2), by its name. */
export const kindOfName = (name: string): '1' | '2' | undefined =>
  kindNames.find(([, words]) => words.test(plain(name)))?.[0];

/** Types of accounts and of items that are goods, or services. @source QuickBooks Online API, Account and Item */
export const kindOfType: Readonly<Record<string, '1' | '2'>> = {
  Inventory: '1',
  NonInventory: '1',
  Service: '2',
  'Cost of Goods Sold': '1',
  'Fixed Asset': '1',
};

/** Names of what the specification takes for a local expense. @source specification 002 §5, «NCF and RNC» */
export const isLocalName = (name: string): boolean =>
  /gastos? (directo|interno)|caja chica|consumo|sin (suplidor|proveedor)|banco/.test(plain(name));

/** Whether a tax code says that its line pays ITBIS: `TAX`, or a name with ITBIS or 18 % that is not exempt. */
export const isTaxedName = (name: string): boolean =>
  !/exent|exempt|no gravad|\bnon\b/.test(plain(name)) && /\btax\b|\bitbis\b|\b18 ?%/.test(plain(name));

/** FormaPago of the e-CF by the name of a method of payment. @source Formato e-CF v1.0, FormaPago; QuickBooks, PaymentType */
const methods: readonly (readonly ['1' | '2' | '3', RegExp])[] = [
  ['1', /^cash$|efectivo/],
  ['2', /check|cheque|transfer|deposit/],
  ['3', /card|tarjeta/],
];

/** The form of payment that a name tells. */
export const formaOfName = (name: string): string | undefined =>
  methods.find(([, words]) => words.test(plain(name)))?.[0];

/** A name normalised for comparison: lower case, without accents. */
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Taxes that a tax line may be. */
export type TaxKind = 'isc' | 'propina' | 'otros' | 'itbis';

/** Kind of a line with an amount withheld or perceived. */
export type WithheldKind = 'itbisRetenido' | 'isrRetenido' | 'isrPercibido';

const excise = /selectivo|\bi\.?s\.?c\b|\bexcise\b/;
const contribution = /\bc\.?d\.?t\b|contribuc|contribution/;

/** Words that identify one tax. A name with words of two taxes matches none: «ITBIS y propina». */
const ownWords: readonly (readonly [TaxKind, RegExp])[] = [
  ['itbis', /\bi\.?t\.?b\.?i\.?s\b|transferencias? de bienes|\biva\b|\bvat\b|value[ -]added|valor agregado/],
  ['isc', excise],
  ['propina', /propina|service charge|\btips?\b|gratuity|% (de )?ley\b|% (de )?servicio\b/],
  ['otros', contribution],
];

/**
 * Subjects of a tax, used if its name has none of the words above: «ITBIS hospedaje» is ITBIS, «Hospedaje» another tax.
 * Insurance pays an excise. The charge on telephony besides the excise is the contribution of 2 %.
 * @source specification 002 §5, «Amounts and taxes»; Formato e-CF v1.0, tabla I; Ley 153-98, art. 45 (CDT)
 */
const subjects: readonly (readonly [Exclude<TaxKind, 'itbis'>, RegExp])[] = [
  ['isc', /\bsegur|insurance|alcohol|cervez|tabac|cigarr|tobacco/],
  [
    'otros',
    /telecom|telefon|indotel|aduan|arancel|customs|municip|arbitrio|consumo|consumption|ambient|environment|lujo|luxury|alojamiento|hospedaje|lodging|turis|tourism|combustible|fuel|hidrocarbur|carbon|\bcheques?\b|transferencias? (bancaria|electronica)/,
  ],
];

/**
 * The tax of a name; undefined if the name matches none or several, or is of a perception. The caller must not treat
 * such a name as ITBIS.
 */
export function taxOfName(name: string): TaxKind | undefined {
  const text = plain(name);
  const matches = ownWords.filter(([, words]) => words.test(text));
  if (matches.length > 1 || /percib|percep/.test(text)) return undefined;
  return matches[0]?.[0] ?? subjects.find(([, words]) => words.test(text))?.[0];
}

/** True if a tax has no name other than its rate: «18%», «Tasa 18.00 %». */
export const isNameless = (name: string): boolean =>
  /^(tasa|tarifa|impuesto|tax)?[\s:]*(\d+([.,]\d+)? ?%)?$/.test(plain(name).trim());

/**
 * Withholdings by the name of an account, an item or a tax, tried in this order: withheld ITBIS, perceived income tax,
 * withheld income tax.
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
 * A tax by the name of an expense account. «ISC» must be a whole word: «Misceláneos» does not match. Names of
 * telecommunications, municipalities or the environment are taxes only together with a word for a tax: an account of
 * telephone bills is an expense.
 * @source specification 002 §5, «Amounts and taxes»; docs/design/reports.md#replacements
 */
export function taxOfAccount(name: string): TaxKind | undefined {
  const text = plain(name);
  if (excise.test(text)) return 'isc';
  if (/\bitbis\b/.test(text)) return 'itbis';
  if (contribution.test(text)) return 'otros';
  return /telecom|municip|ambient/.test(text) && /impuesto|\btasas?\b|arbitrio/.test(text) ? 'otros' : undefined;
}

/**
 * Names of accounts that buy services or goods. Services are tried first: «Mantenimiento de equipos» is a service.
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

/** Whether an account buys goods (1) or services (2), by its name; undefined if no name matches. */
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

/** True for a name that the specification treats as a local expense. @source specification 002 §5, «NCF and RNC» */
export const isLocalName = (name: string): boolean =>
  /gastos? (directo|interno)|caja chica|consumo|sin (suplidor|proveedor)|banco/.test(plain(name));

/** True if a tax code means that its line pays ITBIS: `TAX`, or a name with ITBIS or 18 % that is not exempt. */
export const isTaxedName = (name: string): boolean =>
  !/exent|exempt|no gravad|\bnon\b/.test(plain(name)) && /\btax\b|\bitbis\b|\b18 ?%/.test(plain(name));

/** FormaPago of the e-CF by the name of a method of payment. @source Formato e-CF v1.0, FormaPago; QuickBooks, PaymentType */
const methods: readonly (readonly ['1' | '2' | '3', RegExp])[] = [
  ['1', /^cash$|efectivo/],
  ['2', /check|cheque|transfer|deposit/],
  ['3', /card|tarjeta/],
];

/** FormaPago by the name of a method of payment; undefined if none matches. */
export const formaOfName = (name: string): string | undefined =>
  methods.find(([, words]) => words.test(plain(name)))?.[0];

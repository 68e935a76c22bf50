import { isTipoECF, parseENCF, type TipoECF } from '@timbre/values';

/**
 * The types of paper receipt, each with the corresponding type of e-CF; 12, the single record of income, has none.
 * @source Formato e-CF v1.0, sección F, campo 1 b, p. 56; Norma General 06-2018
 */
const tiposDePapel: Readonly<Record<string, TipoECF | 'ninguno'>> = {
  '01': '31',
  '02': '32',
  '03': '33',
  '04': '34',
  '11': '41',
  '12': 'ninguno',
  '13': '43',
  '14': '44',
  '15': '45',
  '16': '46',
  '17': '47',
};

/** A parsed NCFModificado. */
export interface NCFModificado {
  readonly enPapel: boolean;
  /** Its two digits of type, as written. */
  readonly codigo: string;
  /** Whether that type exists. */
  readonly existe: boolean;
  /** Its type of e-CF, or the one that corresponds to its type. */
  readonly tipo: TipoECF | undefined;
}

function onPaper(codigo: string): NCFModificado {
  const tipo = Object.hasOwn(tiposDePapel, codigo) ? tiposDePapel[codigo] : undefined;
  return { enPapel: true, codigo, existe: tipo !== undefined, tipo: tipo === 'ninguno' ? undefined : tipo };
}

/**
 * Reads a NCFModificado: `B0100000001`, `E310000000001`, or `A010010010100000001`; undefined for any other form.
 * @source Formato e-CF v1.0, nota 79, p. 56
 */
export function parseNCFModificado(text: string): NCFModificado | undefined {
  if (/^B\d{10}$/.test(text)) return onPaper(text.slice(1, 3));
  if (/^[AP]\d{18}$/.test(text)) return onPaper(text.slice(9, 11));
  if (!/^E\d{12}$/.test(text)) return undefined;
  const codigo = text.slice(1, 3);
  if (!isTipoECF(codigo)) return { enPapel: false, codigo, existe: false, tipo: undefined };
  return parseENCF(text) === undefined ? undefined : { enPapel: false, codigo, existe: true, tipo: codigo };
}

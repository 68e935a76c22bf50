import { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import { accountLimits } from './account.ts';
import { takesAccounts } from './fields.ts';

/** Target of a manually entered account: a field of a report, or a classification. */
type ManualTarget = '606' | '607' | 'tipos606' | 'tipos607';

/** A manually entered account. @source specification 002 §3, Manual account form */
interface ManualAccount {
  readonly tipoDestino: ManualTarget;
  readonly campoId: string;
  readonly cuentaId: string;
  readonly nombre: string;
  readonly tipoClasificacion: string;
}

/** One account of a manually entered list; without a type of its own, the type of the whole list applies. */
export type ListedAccount = Pick<ManualAccount, 'cuentaId' | 'nombre' | 'tipoClasificacion'> & {
  /** Its line in the text, from 1. */
  readonly linea: number;
};

/** Whether a code is in the table of a classification: `02` in the table of the 606, `1` or `01` in that of the 607. */
export const isValidType = (destino: 'tipos606' | 'tipos607', tipo: string): boolean =>
  destino === 'tipos606'
    ? Object.hasOwn(tipoBienesServicios, tipo)
    : /^0?\d$/.test(tipo) && Object.hasOwn(tipoIngreso, Number(tipo));

/**
 * Faults of a manually entered account, in Spanish.
 *
 * @source specification 002 §5
 */
export function manualAccountFaults(cuenta: ManualAccount): string[] {
  const { tipoDestino, campoId, cuentaId, nombre, tipoClasificacion } = cuenta;
  const faltas: string[] = [];
  if (cuentaId.trim() === '') faltas.push('El campo "Código de cuenta" es obligatorio.');
  if (nombre.trim() === '') faltas.push('El campo "Nombre" es obligatorio.');
  if (tipoDestino === '606' || tipoDestino === '607') {
    if (!takesAccounts(tipoDestino, campoId)) faltas.push('Debe seleccionar un campo del reporte.');
  } else if (!isValidType(tipoDestino, tipoClasificacion))
    faltas.push(
      tipoDestino === 'tipos606'
        ? 'Seleccione un tipo de bien/servicio válido.'
        : 'Seleccione un tipo de ingreso válido.',
    );
  return faltas;
}

/**
 * The accounts of a text, one a line: `code, description`. The separators are tab, comma, semicolon and pipe; the parts
 * after the code are joined with ` - `. Blank lines are left out, but count in the line numbers.
 *
 * @source specification 002 §5
 */
export const readAccountLines = (text: string): ListedAccount[] =>
  text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === '') return [];
    const [code = '', ...rest] = line.split(/[\t,;|]/).map((part) => part.trim());
    const nombre = rest.filter((part) => part !== '').join(' - ');
    return [{ linea: at + 1, cuentaId: code, nombre, tipoClasificacion: '' }];
  });

/**
 * Faults of a manually entered list of accounts, in Spanish; each message once.
 *
 * @param paraTodas the type of the accounts that have none of their own
 * @source specification 002 §5
 */
export function accountLinesFaults(
  cuentas: readonly ListedAccount[],
  destino: 'tipos606' | 'tipos607',
  paraTodas: string,
): string[] {
  if (cuentas.length === 0) return ['Agrega al menos una cuenta en el listado.'];
  const faltas = new Set<string>();
  const needed = cuentas.some(({ tipoClasificacion }) => tipoClasificacion === '');
  if (needed && !isValidType(destino, paraTodas))
    faltas.add('Selecciona un tipo válido para aplicar a todas las cuentas.');
  for (const { linea, cuentaId, nombre, tipoClasificacion } of cuentas) {
    if (cuentaId === '' || cuentaId.length > accountLimits.id)
      faltas.add(`Línea ${linea}: el código de cuenta es obligatorio.`);
    if (nombre === '') faltas.add(`Línea ${linea}: la descripción es obligatoria.`);
    if (tipoClasificacion !== '' && !isValidType(destino, tipoClasificacion))
      faltas.add(`Línea ${linea}: selecciona un tipo válido.`);
  }
  return [...faltas];
}

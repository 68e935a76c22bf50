import type { ErrorDeDocumento } from '@timbre/contract';
import { compradorSinDatos, computeTotals, type ECF, type RuleFault, validate } from '@timbre/ecf';
import { formatFecha, isTipoECF, type TipoECF } from '@timbre/values';
import type { Issuer } from '../empresa/issuers.ts';
import { child, draftFromBody, itemsOf, leaf, type Tree } from './draft.ts';
import { asIfNumbered } from './numbered.ts';

/**
 * Makes the document of an API emission: reads the body, fills what the company and the day say (version, issuer, date)
 * and what arithmetic gives, and validates the whole.
 *
 * @param body JSON of the caller
 * @param now epoch milliseconds
 * @returns the tree, without eNCF where the range is to give it, and everything wrong with it
 */
export function completeDraft(
  body: unknown,
  issuer: Issuer,
  now: number,
): { tree: ECF; errores: readonly ErrorDeDocumento[] } {
  const { tree: draft, errores } = draftFromBody(body);
  const tipo = leaf(draft, 'Encabezado.IdDoc.TipoeCF');
  if (tipo === undefined || !isTipoECF(tipo)) {
    errores.push({
      codigo: 'ECF-TIPO',
      campo: 'Encabezado.IdDoc.TipoeCF',
      mensaje: `Falta TipoeCF o no es uno de los diez tipos de e-CF${tipo === undefined ? '' : `: ${tipo}`}`,
    });
    return { tree: draft as unknown as ECF, errores };
  }
  const tree = computeTotals(withDefaults(draft, issuer, tipo, now) as never) as unknown as ECF;
  const rncEmisor = tree.Encabezado.Emisor.RNCEmisor;
  if (rncEmisor !== issuer.rnc) errores.push(wrongIssuer(rncEmisor, issuer.rnc));
  errores.push(...validate('ECF', asIfNumbered(tree, now), { now }).map(errorOf));
  return { tree, errores };
}

/** A fault as it travels: what the authority would take conditionally does not keep the document from being sent. */
export const errorOf = ({ code, path, message, severity }: RuleFault): ErrorDeDocumento => ({
  codigo: code,
  campo: path,
  mensaje: message,
  ...(severity === 'condicional' ? { aviso: true } : {}),
});

/** The fault of a document issued in another's name. */
export const wrongIssuer = (rncEmisor: string, rnc: string): ErrorDeDocumento => ({
  codigo: 'ECF-EMISOR-RNC',
  campo: 'Encabezado.Emisor.RNCEmisor',
  mensaje: `El emisor del comprobante es ${rncEmisor} y la empresa de la sesión es ${rnc}`,
});

/** What the company, the day and the type say of a document whose program did not. */
function withDefaults(draft: Tree, issuer: Issuer, tipo: TipoECF, now: number): Tree {
  const encabezado = child(draft, 'Encabezado') ?? {};
  const consumer = tipo === '32' && encabezado.Comprador === undefined;
  return {
    ...draft,
    Encabezado: {
      Version: '1.0',
      ...encabezado,
      IdDoc: {
        ...(carriesIndicadorMontoGravado.has(tipo) && hasTaxedItems(draft) ? { IndicadorMontoGravado: '0' } : {}),
        ...child(encabezado, 'IdDoc'),
      },
      Emisor: {
        RNCEmisor: issuer.rnc,
        RazonSocialEmisor: issuer.razonSocial,
        ...(issuer.direccion === null ? {} : { DireccionEmisor: issuer.direccion }),
        FechaEmision: formatFecha(now),
        ...child(encabezado, 'Emisor'),
      },
      ...(consumer ? { Comprador: { ...compradorSinDatos } } : {}),
    },
  };
}

/** @source specification 001 §5, "Type-dependent XML content" */
const carriesIndicadorMontoGravado: ReadonlySet<TipoECF> = new Set(['31', '32', '33', '34', '41', '45']);

const hasTaxedItems = (draft: Tree): boolean =>
  itemsOf(draft).some(({ IndicadorFacturacion }) => ['1', '2', '3'].includes(String(IndicadorFacturacion)));

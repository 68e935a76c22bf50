import type { Enlaces, ResumenDocumento } from '@timbre/contract';
import { estadoNombre, estadosAceptados } from '@timbre/contract/tables';
import { significadoDGII } from '@timbre/enciclopedia/dgii';
import { formatAmount } from '../../lib/format.ts';
import { isOrphan } from './is-orphan.ts';
import { notesWords } from './notes-words.ts';

/** Explanation of a verdict for the user. */
interface Explanation {
  readonly tone: 'bad' | 'warn' | 'info';
  readonly title: string;
  /** The meaning of the code; undefined if only the DGII's message explains it. */
  readonly meaning?: string | undefined;
  /** Whether the number can be used again. */
  readonly number?: string;
  /** The action to take. */
  readonly todo?: { readonly act: Act; readonly words: string };
}

/** The actions that a user can take on a document. */
export type Act = 'corregir' | 'confirmar' | 'enviar';

type Estado = ResumenDocumento['estado'];

/** The DGII's codes of a state. @source Descripción técnica v1.6, consulta de resultado */
const codigos: Partial<Record<Estado, string>> = {
  aceptado: '1',
  rechazado: '2',
  en_proceso: '3',
  aceptado_condicional: '4',
};

/** A state with its code at the DGII, `2 · Rechazado`; undefined if the DGII has not answered. */
export const estadoDGII = (estado: Estado): string | undefined =>
  codigos[estado] && `${codigos[estado]} · ${estadoNombre[estado]}`;

type Judged = Pick<ResumenDocumento, 'estado' | 'mensajes' | 'secuenciaUtilizada' | 'esperaA'> &
  Pick<Enlaces, 'anuladaPor' | 'notasDeCredito' | 'modifica'> & { readonly monto: string };

/**
 * Explains the state of a document that needs attention; undefined if there is nothing to explain or to do.
 *
 * @param eNCF of the document, used in the texts
 */
export function explain(eNCF: string, documento: Judged): Explanation | undefined {
  const { estado, mensajes, secuenciaUtilizada, esperaA, anuladaPor, notasDeCredito, modifica, monto } = documento;
  const meaning = mensajes.map(({ codigo }) => significadoDGII(codigo)).find((one) => one !== undefined);
  if (estado === 'rechazado') return rejected(eNCF, mensajes, secuenciaUtilizada, meaning);
  if (anuladaPor !== null) return annulled(anuladaPor);
  const notes = notesWords({ notasDeCredito, anuladaPor }, monto);
  if (estado === 'aceptado_condicional')
    return {
      tone: 'warn',
      title: notes === undefined ? 'Aceptado condicional' : `Aceptado condicional. ${notes}`,
      meaning: meaning ?? 'Es válido fiscalmente. La DGII señala una irregularidad que debe evitar en los próximos.',
    };
  if (notes !== undefined)
    return {
      tone: 'info',
      title: notes,
      meaning: `No está anulada: quedan RD$ ${formatAmount(notasDeCredito?.resta ?? '0')}. Lo estará cuando sus notas de crédito aceptadas sumen el total.`,
    };
  if (estado === 'sin_confirmar')
    return {
      tone: 'warn',
      title: 'Sin confirmar',
      meaning: 'Se envió y no hay respuesta confirmada de la DGII: un envío anterior pudo haber llegado.',
      todo: { act: 'confirmar', words: 'Confirmar con lo que muestra la DGII' },
    };
  if (isOrphan(documento))
    return {
      tone: 'bad',
      title: 'Su factura fue rechazada',
      meaning: `La DGII rechazó ${esperaA}, y la nota no se puede enviar antes. Corrija esa factura y envíela; si su número se gastó, emita otra factura y otra nota.`,
    };
  if (esperaA !== null && !(modifica && estadosAceptados.has(modifica.estado)))
    return {
      tone: 'info',
      title: 'En espera de su factura',
      meaning: `Se enviará cuando la DGII acepte ${esperaA}.`,
    };
  if (estado === 'firmado')
    return {
      tone: 'info',
      title: 'Firmado, sin enviar',
      meaning: 'Está en la cola de envío o espera a que lo envíe.',
      todo: { act: 'enviar', words: 'Enviar a la DGII' },
    };
  return undefined;
}

function rejected(
  eNCF: string,
  mensajes: Judged['mensajes'],
  secuenciaUtilizada: Judged['secuenciaUtilizada'],
  meaning: string | undefined,
): Explanation {
  const code = mensajes.find(({ codigo }) => Number(codigo) > 0)?.codigo;
  const title = `Rechazado por la DGII${code === undefined ? '' : ` (${code})`}`;
  return secuenciaUtilizada === false
    ? {
        tone: 'bad',
        title,
        meaning,
        number: `El número ${eNCF} no se gastó: corrija el comprobante y envíelo de nuevo con él.`,
        todo: { act: 'corregir', words: 'Corregir y reenviar' },
      }
    : {
        tone: 'bad',
        title,
        meaning,
        number: `El número ${eNCF} quedó utilizado: emita otro comprobante en su lugar.`,
      };
}

const annulled = ({ eNCF, estado }: NonNullable<Judged['anuladaPor']>): Explanation =>
  estadosAceptados.has(estado)
    ? {
        tone: 'info',
        title: 'Anulada',
        meaning: 'Nota de crédito generada y enviada correctamente. La factura ha sido anulada.',
      }
    : {
        tone: 'info',
        title: 'Anulación en proceso',
        meaning: `La nota de crédito ${eNCF} espera la respuesta de la DGII: la factura quedará anulada cuando la acepte.`,
      };

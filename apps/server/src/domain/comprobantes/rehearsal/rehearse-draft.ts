import type { emision } from '@timbre/contract';
import { timbreUrl } from '@timbre/ecf';
import { newId } from '../../../platform/db/id.ts';
import type { Core } from '../core.ts';
import { judgeAdmitted, refusalOf } from '../issue/emit.ts';
import { isContradictory } from '../judge/complete-draft.ts';
import { signWithoutTaking, toSend } from './sign.ts';
import { judgeSigned, knownFor, readPrecedents, trackIdOf } from './verdicts.ts';

/**
 * Rehearses the issuing of one document: the same checks, the next number of the range without taking it, the company's
 * signature, and the verdict of the built-in authority. Everything is read in a transaction that refuses writes, and
 * nothing is stored.
 *
 * @param body JSON of the document, as received
 * @throws Problem when the document would be refused
 */
export async function rehearseDraft(
  context: Core,
  empresaId: string,
  body: Uint8Array,
  { estricto, tolerante }: { readonly estricto: boolean; readonly tolerante: boolean },
): Promise<emision.Emitida> {
  const issuer = await context.issuers.of(empresaId);
  const signing = await context.signers.of(empresaId);
  const { split, errores } = await judgeAdmitted(context, issuer, body, { estricto, tolerante, keyed: false });
  const contradictory = isContradictory(errores);
  const { outcome, precedents } = await context.db.reading(empresaId, async (tx) => {
    const [sealed] = await signWithoutTaking(tx, context, { issuer, signing }, [{ ...split, estricto, contradictory }]);
    if (sealed === undefined || 'problem' in sealed) return { outcome: sealed, precedents: new Map() };
    const scope = { empresaId, ambiente: issuer.ambiente };
    return { outcome: sealed, precedents: await readPrecedents(tx, scope, [toSend(sealed)], []) };
  });
  if (outcome === undefined) throw new Error('No outcome of the only document');
  if ('problem' in outcome) throw refusalOf(outcome, errores);
  const sent = toSend(outcome);
  const { estado, mensajes, secuenciaUtilizada } = await judgeSigned(
    context,
    issuer.ambiente,
    sent,
    knownFor(precedents, sent),
  );
  const { head, eNCF, signed } = outcome;
  return {
    ensayo: true,
    id: newId(context.clock.now()),
    trackId: trackIdOf(sent),
    eNCF,
    estado,
    secuenciaUtilizada,
    mensajes: [...mensajes],
    securityCode: signed.codigoSeguridad,
    codigoSeguridad: signed.codigoSeguridad,
    fechaFirma: head.FechaHoraFirma,
    qr: timbreUrl(issuer.ambiente, head, signed.codigoSeguridad),
    avisos: [...errores, ...outcome.avisos],
  };
}

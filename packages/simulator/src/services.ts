import type { Ambiente, Service } from '@timbre/authority';
import { XmlError } from '@timbre/xml';
import { SignatureError } from '@timbre/xml/node';
import { judgeAnnulment, refusedAnnulment } from './annulment.ts';
import { approvalRefusal } from './approval.ts';
import { type Examined, examine, leafAt, sha256 } from './examine.ts';
import { rejected } from './judge.ts';
import { queries } from './queries.ts';
import { receiveDocument } from './reception.ts';
import type { Decision } from './registry.ts';
import { ok, refuse, type Serve, type ServiceCall, seedReply, states } from './reply.ts';
import type { Upload } from './upload.ts';
import type { World } from './world.ts';

/** The handler of each service. */
export const services: Readonly<Record<Service, Serve>> = {
  ...queries,

  semilla: (_, { sessions, now }) => seedReply(sessions.issueSeed(), now()),

  validarSemilla({ upload, ambiente }, { sessions, settings, trust }) {
    const examined = examineOr(upload, trust);
    if ('refusal' in examined) return refuse(`Certificado no válido: ${examined.refusal}`);
    const valor = examined.read.kind === 'SemillaModel' ? leafAt(examined.read, 'valor') : undefined;
    if (valor === undefined || !sessions.redeemSeed(valor)) return refuse('La semilla no es válida o está vencida');
    const granted = sessions.grant({ holderId: examined.holderId, ambiente }, settings.tokenLifeMs);
    return ok({
      token: granted.token,
      expira: new Date(granted.expira).toISOString(),
      expedido: new Date(granted.expedido).toISOString(),
    });
  },

  enviarECF(call, world) {
    const at = world.now();
    const { trackId } = receiveDocument(call.upload, {
      ...receptionContext(call, world),
      service: 'enviarECF',
      at,
      finalAt: at + world.settings.validacionMs,
    });
    return ok({ trackId, error: null, mensaje: null });
  },

  enviarRFCE(call, world) {
    const at = world.now();
    const context = { ...receptionContext(call, world), service: 'enviarRFCE', at, finalAt: at } as const;
    const { decision, eNCF } = receiveDocument(call.upload, context);
    return ok({
      ...states[decision.estado],
      mensajes: decision.mensajes,
      encf: eNCF ?? null,
      secuenciaUtilizada: decision.secuenciaUtilizada,
    });
  },

  aprobacionComercial({ upload, ambiente }, world) {
    const examined = examineOr(upload, world.trust);
    const refusal =
      'refusal' in examined
        ? `La firma del XML no es válida: ${examined.refusal}`
        : approvalRefusal(examined, { ...world, ambiente });
    const mensaje = refusal ?? 'Aprobación comercial aprobada';
    const decision: Decision =
      refusal === undefined
        ? { estado: 'aceptado', mensajes: [], secuenciaUtilizada: false }
        : rejected([{ codigo: '0', valor: refusal }], false);
    rememberOther('aprobacionComercial', upload, ambiente, decision, world);
    return ok({
      mensaje: [mensaje],
      estado: states[decision.estado].estado,
      codigo: `0${states[decision.estado].codigo}`,
    });
  },

  anularRango({ upload, ambiente }, world) {
    const examined = examineOr(upload, world.trust);
    const outcome =
      'refusal' in examined
        ? refusedAnnulment(`La firma del documento no es válida: ${examined.refusal}`)
        : judgeAnnulment(examined, { ...world, ambiente });
    for (const annulment of outcome.annulments) world.registry.annul(annulment);
    const decision: Decision = outcome.accepted
      ? { estado: 'aceptado', mensajes: [], secuenciaUtilizada: false }
      : rejected(
          outcome.mensajes.map((valor) => ({ codigo: '0', valor })),
          false,
        );
    rememberOther('anularRango', upload, ambiente, decision, world);
    return ok({
      rnc: outcome.rnc,
      codigo: `0${states[decision.estado].codigo}`,
      nombre: states[decision.estado].estado,
      mensajes: outcome.mensajes,
    });
  },
};

const receptionContext = ({ ambiente, holder }: ServiceCall, world: World) => ({
  ambiente,
  tokenHolderId: holder.holderId,
  trust: world.trust,
  registry: world.registry,
  roll: world.roll,
  documents: world.documents,
  takeForced: world.takeForced,
});

function examineOr(upload: Upload, trust: World['trust']): Examined | { refusal: string } {
  try {
    return examine(upload.bytes, trust);
  } catch (error) {
    if (error instanceof XmlError || error instanceof SignatureError) return { refusal: error.message };
    throw error;
  }
}

/** Records an approval or an annulment in the log. They use no number. */
function rememberOther(
  service: 'aprobacionComercial' | 'anularRango',
  upload: Upload,
  ambiente: Ambiente,
  decision: Decision,
  { registry, now }: World,
): void {
  registry.receive({
    trackId: `${service}-${registry.receptions().length + 1}`,
    service,
    ambiente,
    rnc: undefined,
    eNCF: undefined,
    fileName: upload.fileName,
    sha256: sha256(upload.bytes),
    at: now(),
    finalAt: now(),
    decision,
    facts: {},
  });
}

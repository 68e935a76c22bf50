import { receptor as contract } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import { firstSigner } from '../../domain/companies/certificate-repo.ts';
import { createRateLimit } from '../../domain/companies/rate-limit.ts';
import { judgeSeed } from '../../domain/comprobantes/judge/received.ts';
import { createDesk } from '../../domain/desk/desk.ts';
import { createSenders, type GrantedToken, type Sender } from '../../domain/received/senders.ts';
import { takeApproval } from '../../domain/received/take-approval.ts';
import { type Http, handle, keyOf, type Payload } from '../../platform/http/register.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Context } from '../context.ts';
import { Receivers } from './service.ts';

/** Seeds and log-ins allowed per network: a burst, then one more each second. */
const logIns = { burst: 60, perTokenS: 1 };
/** Documents allowed per sender: a burst, then a hundred more each second. */
const documents = { burst: 1_000, perTokenS: 0.01 };
/** An ordinary e-CF has 5 to 20 kB. A hostile one of 256 kB holds the thread for 50 ms. */
const deskOfStrangers = { lane: 'strangers', smallUpTo: 64 * 1024 } as const;

/** Serves the emisor-receptor services that other taxpayers call. */
export function receptorRoutes(http: Http, ctx: Context): void {
  const senders = createSenders(ctx);
  const desk = createDesk(deskOfStrangers);
  http.fastify.addHook('onClose', () => desk.close());
  const receivers = new Receivers(ctx);
  const perNetwork = createRateLimit(ctx.clock, logIns.burst, logIns.perTokenS);
  const perSender = createRateLimit(ctx.clock, documents.burst, documents.perTokenS);

  for (const route of [contract.semillaReceptor, contract.semillaDe]) {
    handle(http, route, async ({ request }) => {
      perNetwork.take(networkOf(request.ip));
      return { bytes: seedXml(senders.issueSeed(), ctx.clock.now()), contentType: 'application/xml; charset=utf-8' };
    });
  }

  for (const route of [contract.validacionCertificado, contract.validacionCertificadoDe]) {
    handle(http, route, async ({ form, request }) => {
      perNetwork.take(networkOf(request.ip));
      const { bytes } = form.files.xml;
      const judged = judgeSeed({ bytes, now: ctx.clock.now().getTime(), roots: ctx.config.receiverRoots });
      if ('detalle' in judged) return refuse('xml/invalido', judged.detalle);
      if (!(await senders.redeemSeed(judged.valor))) refuse('receptor/semilla');
      return tokenAnswer(senders.grant(judged), request.headers.accept);
    });
  }

  /** The sender of a call, within its rate. @throws Problem `receptor/token`, `sesion/demasiados-intentos` */
  function demandSender(request: Parameters<typeof keyOf>[0]): Sender {
    const token = keyOf(request);
    const sender = token === undefined ? undefined : senders.senderOf(token);
    if (sender === undefined) return refuse('receptor/token');
    perSender.take(sender.huella);
    return sender;
  }

  const reading = () => ({ now: ctx.clock.now().getTime(), roots: ctx.config.receiverRoots });

  for (const route of [contract.recepcionECF, contract.recepcionECFDe]) {
    handle(http, route, async ({ form, request, ...call }) => {
      demandSender(request);
      const { bytes } = form.files.xml;
      const judged = await desk.judgeReceived(bytes.length, { bytes, ...reading() });
      if (judged.kind === 'unreadable') throw new Problem('xml/invalido', judged.detalle);
      // Every company here uses the same address, so any of them may answer that the buyer is another.
      const empresaId = await receivers.of(rncOf(call), judged.rncComprador, (tx) => firstSigner(tx, ctx.clock.now()));
      const { acuse } = await ctx.receiver.receive(empresaId, {
        judged,
        bytes,
        via: 'servicio',
        direccion: request.ip,
      });
      return { bytes: acuse!, contentType: 'application/xml; charset=utf-8' };
    });
  }

  for (const route of [contract.aprobacionECF, contract.aprobacionECFDe]) {
    handle(http, route, async ({ form, request, ...call }) => {
      demandSender(request);
      const { bytes } = form.files.xml;
      const judged = await desk.judgeApproval(bytes.length, { bytes, ...reading() });
      if ('detalle' in judged) return refuse('receptor/aprobacion', judged.detalle);
      const empresaId = await receivers.of(rncOf(call), judged.rncEmisor);
      await takeApproval(ctx, empresaId, judged, bytes, networkOf(request.ip));
      return { mensaje: 'Aprobación comercial recibida' };
    });
  }
}

/** The RNC of an address that has one. */
const rncOf = (call: object): string | undefined => (call as { params?: { rnc: string } }).params?.rnc;

const seedXml = (valor: string, now: Date): string =>
  `<?xml version="1.0" encoding="utf-8"?><SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><valor>${valor}</valor><fecha>${now.toISOString()}</fecha></SemillaModel>`;

/** A token as JSON, or as XML for callers that accept only that. @source Descripción técnica v1.6, pp. 54-55 */
function tokenAnswer({ token, expira, expedido }: GrantedToken, accept = ''): Payload {
  const [until, since] = [expira, expedido].map((time) => time.toISOString().replace(/\.\d+Z$/, 'Z'));
  if (!accept.includes('xml') || accept.includes('json'))
    return {
      bytes: JSON.stringify({ token, expira: until, expedido: since }),
      contentType: 'application/json; charset=utf-8',
    };
  return {
    bytes: `<?xml version="1.0" encoding="UTF-8"?><RespuestaAutenticacion><token>${token}</token><expira>${until}</expira><expedido>${since}</expedido></RespuestaAutenticacion>`,
    contentType: 'application/xml; charset=utf-8',
  };
}

import type { Ambiente, DirectorioEntry, EstadoVerdict, Service } from '@timbre/authority';
import { parseDecimal } from '@timbre/values';
import type { Decision, Reception } from './registry.ts';
import { ok, refuse, type Serve, states } from './reply.ts';
import { mayActFor } from './roll.ts';
import type { Holder } from './sessions.ts';
import { dgiiTaxpayer, directoryEntryOf } from './taxpayer.ts';
import { timbrePage } from './timbre-page.ts';
import type { World } from './world.ts';

/** The read-only services: states, trackIds, directory, stamps. */
export const queries = {
  consultaRFCE({ query, ambiente, holder }, world) {
    const rnc = query('RNC_Emisor');
    const eNCF = query('ENCF');
    if (!mayActFor(world.roll, holder.holderId, rnc)) return refuse(notDelegated(holder));
    const shown = shownOf(world, ambiente, rnc, eNCF);
    const summary =
      shown?.service === 'enviarRFCE' && shown.facts.codigoSeguridad === query('Cod_Seguridad_eCF') ? shown : undefined;
    return ok({
      rnc,
      encf: eNCF,
      secuenciaUtilizada: summary?.decision.secuenciaUtilizada ?? false,
      ...states[summary?.decision.estado ?? 'no_encontrado'],
      mensajes: summary?.decision.mensajes ?? [],
    });
  },

  consultaResultado({ query, ambiente }, world) {
    const trackId = query('trackid');
    const reception = world.registry.receptionOf(trackId);
    if (reception?.service !== 'enviarECF' || reception.ambiente !== ambiente || !isKnown(reception, world)) {
      return ok({
        trackId,
        ...states.no_encontrado,
        rnc: null,
        encf: null,
        secuenciaUtilizada: false,
        fechaRecepcion: null,
        mensajes: [],
      });
    }
    const decision = decisionAt(reception, world.now());
    return ok({
      trackId,
      ...states[decision?.estado ?? 'en_proceso'],
      rnc: reception.rnc ?? null,
      encf: reception.eNCF ?? null,
      secuenciaUtilizada: decision?.secuenciaUtilizada ?? false,
      fechaRecepcion: dgiiTime(reception.at),
      mensajes: (decision?.mensajes ?? []).map(({ codigo, valor }) => ({ valor, codigo: Number(codigo) })),
    });
  },

  consultaEstado({ query, ambiente, holder }, world) {
    const rncEmisor = query('rncemisor');
    const ncfElectronico = query('ncfelectronico');
    const rncComprador = query('rnccomprador');
    const { roll } = world;
    const mayAsk =
      mayActFor(roll, holder.holderId, rncEmisor) ||
      (rncComprador !== '' && mayActFor(roll, holder.holderId, rncComprador));
    if (!mayAsk) return refuse(notDelegated(holder));
    const shown = shownOf(world, ambiente, rncEmisor, ncfElectronico);
    const matches =
      shown !== undefined &&
      decisionAt(shown, world.now()) !== undefined &&
      [
        [rncComprador, shown.facts.rncComprador],
        [query('codigoseguridad'), shown.facts.codigoSeguridad],
      ].every(([asked, held]) => asked === '' || asked === held);
    const match = matches ? shown : undefined;
    return ok({
      ...states[plainState(match)],
      rncEmisor,
      ncfElectronico,
      montoTotal: numberOrNull(match?.facts.montoTotal),
      totalITBIS: numberOrNull(match?.facts.totalITBIS),
      fechaEmision: match?.facts.fechaEmision ?? null,
      fechaFirma: match?.facts.fechaFirma ?? null,
      rncComprador: match?.facts.rncComprador ?? null,
      codigoSeguridad: match?.facts.codigoSeguridad ?? null,
      idExtranjero: match?.facts.idExtranjero ?? null,
    });
  },

  consultaTrackIds({ query, ambiente, holder }, world) {
    const rnc = query('rncemisor');
    const eNCF = query('encf');
    if (!/^(\d{9}|\d{11})$/.test(rnc)) return refuse('La longitud del RNC Emisor es inválida.');
    if (eNCF.length !== 13) return refuse('La longitud del ENCF es inválida.');
    if (!mayActFor(world.roll, holder.holderId, rnc)) {
      return refuse(
        'El RNC del token no está autorizado a consultar el trackid de este e-NCF, favor verificar que se encuentre delegado por el emisor y volver a intentarlo.',
      );
    }
    const receptions = world.registry.numberOf(ambiente, rnc, eNCF).receptions;
    const tracked = receptions.filter((reception) => reception.service === 'enviarECF' && isKnown(reception, world));
    return ok(
      tracked.map((reception) => ({
        trackId: reception.trackId,
        estado: states[decisionAt(reception, world.now())?.estado ?? 'en_proceso'].estado,
        fechaRecepcion: dgiiTime(reception.at),
      })),
    );
  },

  directorio: ({ ambiente }, world) => ok(directoryIn(ambiente, world)),

  directorioPorRNC: ({ ambiente, query }, world) =>
    ok(directoryIn(ambiente, world).filter(({ rnc }) => rnc === query('RNC'))),

  timbre({ query, ambiente }, world) {
    const { accepted, receptions } = world.registry.numberOf(ambiente, query('RncEmisor'), query('ENCF'));
    const shown = accepted ?? receptions.at(-1);
    const matches =
      shown?.service === 'enviarECF' &&
      decisionAt(shown, world.now()) !== undefined &&
      shown.facts.codigoSeguridad === query('CodigoSeguridad') &&
      shown.facts.montoTotal === query('MontoTotal') &&
      shown.facts.fechaEmision === query('FechaEmision') &&
      shown.facts.fechaFirma === query('FechaFirma') &&
      (shown.facts.rncComprador ?? '') === query('RncComprador');
    return { status: 200, html: timbrePage(matches ? shown : undefined) };
  },

  timbreFC({ query, ambiente }, world) {
    const { accepted, receptions } = world.registry.numberOf(ambiente, query('RncEmisor'), query('ENCF'));
    const shown = accepted ?? receptions.at(-1);
    const matches =
      shown?.service === 'enviarRFCE' &&
      shown.facts.codigoSeguridad === query('CodigoSeguridad') &&
      shown.facts.montoTotal === query('MontoTotal');
    return { status: 200, html: timbrePage(matches ? shown : undefined) };
  },

  estatusServicios: () =>
    ok(
      ['PreCertificacion', 'Produccion'].flatMap((ambiente) =>
        statusNames.map((servicio) => ({ servicio, estatus: 'Disponible', ambiente })),
      ),
    ),
  ventanasMantenimiento: () => ok({ ventanaMantenimientos: [] }),
  verificarEstado: () => ok({ estado: 'Disponible' }),
} as const satisfies Partial<Record<Service, Serve>>;

/** @source Descripción técnica v1.6, "Obtener estatus" */
const statusNames = [
  'Autenticación',
  'Recepción',
  'Consulta Resultado',
  'Consulta Estado',
  'Consulta Directorio',
  'Consulta TrackIds',
  'Aprobación Comercial',
  'Anulación Rangos',
  'Recepción FC',
];

const notDelegated = (holder: Holder): string =>
  `El RNC ${holder.holderId} del certificado no está delegado para realizar transacciones`;

/** Whether queries find a document already: they may lag behind its reception. */
const isKnown = ({ at }: Reception, { now, settings }: World): boolean => at + settings.rezagoMs <= now();

/** The reception that queries of a number report: the accepted one, otherwise the last. */
function shownOf(world: World, ambiente: Ambiente, rnc: string, eNCF: string): Reception | undefined {
  const known = world.registry.numberOf(ambiente, rnc, eNCF).receptions.filter((one) => isKnown(one, world));
  return known.find(({ decision }) => decision.estado !== 'rechazado') ?? known.at(-1);
}

/** The decision on a document, once its verdict is due. */
const decisionAt = (reception: Reception, now: number): Decision | undefined =>
  reception.finalAt <= now ? reception.decision : undefined;

/** `consultaestado` reports a conditional acceptance only for summaries. @source Descripción técnica v1.6, its note */
const plainState = (reception: Reception | undefined): EstadoVerdict => {
  if (reception === undefined) return 'no_encontrado';
  const { estado } = reception.decision;
  return estado === 'aceptado_condicional' && reception.service === 'enviarECF' ? 'aceptado' : estado;
};

/**
 * The simulated taxpayers and those added to the directory. Precertification also lists the DGII's own simulated
 * taxpayer.
 * @source Descripción técnica v1.6, "Consulta directorio"
 */
export const directoryIn = (ambiente: Ambiente, { roll, taxpayers, baseUrl }: World): DirectorioEntry[] => {
  const played = new Map([...taxpayers].map(([rnc, taxpayer]) => [rnc, directoryEntryOf(taxpayer, baseUrl())]));
  const dgii = ambiente === 'testecf' ? [[dgiiTaxpayer.rnc, directoryEntryOf(dgiiTaxpayer, baseUrl())] as const] : [];
  return [...new Map([...dgii, ...played, ...roll.directory]).values()];
};

const numberOrNull = (text: string | undefined): number | null =>
  text === undefined || parseDecimal(text) === undefined ? null : Number(text);

/** Formats an instant in the time of Santo Domingo: `8/15/2023 6:06:57 AM`. */
function dgiiTime(instant: number): string {
  const date = new Date(instant - 4 * 3_600_000);
  const hour = date.getUTCHours();
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${hour % 12 || 12}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} ${hour < 12 ? 'AM' : 'PM'}`;
}

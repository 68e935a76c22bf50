import { type atencion, avisoDeCertificado, type Estado, rangosPorAtender } from '@timbre/contract';
import { addDays, formatFecha, formatISODate } from '@timbre/values';
import { activeCertificate } from '../../domain/companies/certificate-repo.ts';
import { countUndelivered } from '../../domain/comprobantes/queries/delivery-backlog.ts';
import { summarizeFacturas } from '../../domain/comprobantes/queries/facturas.ts';
import { answerableSince, answerBefore } from '../../domain/received/answering.ts';
import { countUnanswered } from '../../domain/received/list-repo.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { viewSecuencias } from '../configuracion/secuencias/service.ts';
import type { Context } from '../context.ts';
import { readEmpresa } from '../empresa/service.ts';
import { refusedConnection } from '../quickbooks/service.ts';
import { type AvisoDado, insertAvisos } from './repo.ts';

const hourMs = 3_600_000;
/** Rejected and conditionally accepted documents are shown if issued within this many days, today included. */
const shownDays = 30;
/** Documents that have waited for delivery for less than this are not shown: such a wait is normal. */
const deliveryMs = hourMs;
/** An answer is urgent if its deadline is at most this many days away. */
const answerDays = 3;
/** Received documents are counted up to this number. */
const mostCounted = 1_000;

/** The company's notices of things that need attention, urgent ones first. */
export async function listAvisos(ctx: Context, empresaId: string): Promise<atencion.Aviso[]> {
  const now = ctx.clock.now();
  const secuencias = await viewSecuencias(ctx, empresaId);
  const avisos = await ctx.db.tenant(empresaId, async (tx) => {
    const { empresa, certificado } = await readEmpresa(tx, empresaId);
    return [
      ...(await ofDocuments(ctx, tx, empresaId, now)),
      ...ofCertificate(certificado?.valido_hasta, now),
      ...(await ofReceived(tx, empresaId, now)),
      ...ofRanges(secuencias, empresa.ambiente),
      ...(await ofQuickBooks(tx, empresaId)),
    ];
  });
  return avisos.toSorted((a, b) => Number(b.urgente) - Number(a.urgente));
}

/** Notices that count documents by state, each state within its own range of issue dates. */
async function ofDocuments(ctx: Context, tx: Tx, empresaId: string, now: Date): Promise<atencion.Aviso[]> {
  const today = formatFecha(now.getTime());
  const hasta = formatISODate(today);
  const lately = { desde: formatISODate(addDays(today, 1 - shownDays)), hasta };
  const beforeToday = { desde: null, hasta: formatISODate(addDays(today, -1)) };
  const always = { desde: null, hasta: null };
  const filters: readonly { estado: Estado; urgente: boolean; desde: string | null; hasta: string | null }[] = [
    { estado: 'rechazado', urgente: true, ...lately },
    { estado: 'sin_confirmar', urgente: false, ...always },
    { estado: 'recibido', urgente: false, ...beforeToday },
    { estado: 'en_proceso', urgente: false, ...beforeToday },
    { estado: 'aceptado_condicional', urgente: false, ...lately },
  ];
  const counts = await Promise.all(
    filters.map(({ estado, desde, hasta }) =>
      summarizeFacturas(tx, empresaId, {
        estado,
        ...(desde !== null && { fechaDesde: desde }),
        ...(hasta !== null && { fechaHasta: hasta }),
      }),
    ),
  );
  const avisos = filters.map((one, i) => ({ tipo: 'documentos', ...one, cantidad: counts[i]!.comprobantes }) as const);
  const { documentos, primeraFirma } = await countUndelivered(tx, empresaId);
  const waitedMs = primeraFirma === null ? 0 : now.getTime() - primeraFirma.getTime();
  const waiting = {
    tipo: 'documentos',
    estado: 'firmado',
    ...always,
    cantidad: waitedMs < deliveryMs ? 0 : documentos,
    urgente: waitedMs > (ctx.config.contingencyHours * hourMs) / 2,
  } as const;
  return [waiting, ...avisos].filter(({ cantidad }) => cantidad > 0);
}

function ofCertificate(validoHasta: Date | undefined, now: Date): atencion.Aviso[] {
  if (validoHasta === undefined) return [{ tipo: 'certificado', urgente: true, validoHasta: null }];
  const until = validoHasta.toISOString();
  const aviso = avisoDeCertificado(until, now.getTime());
  return aviso === undefined ? [] : [{ tipo: 'certificado', urgente: aviso !== 30, validoHasta: until }];
}

/** The notice of unanswered documents received in the months whose report is still to be filed. */
async function ofReceived(tx: Tx, empresaId: string, now: Date): Promise<atencion.Aviso[]> {
  const today = formatFecha(now.getTime());
  const { cantidad, primera } = await countUnanswered(tx, empresaId, answerableSince(today), mostCounted);
  const responderAntesDe = primera && answerBefore(primera);
  if (!responderAntesDe) return [];
  const urgente = responderAntesDe <= formatISODate(addDays(today, answerDays));
  return [{ tipo: 'recibidas', urgente, cantidad, responderAntesDe }];
}

type Secuencia = Awaited<ReturnType<typeof viewSecuencias>>[number];

const inUse = (secuencias: readonly Secuencia[], ambiente: string): Secuencia[] =>
  secuencias.filter((range) => range.activo && range.ambiente === ambiente);

function ofRanges(secuencias: readonly Secuencia[], ambiente: string): atencion.Aviso[] {
  if (secuencias.length === 0) return [{ tipo: 'sin_secuencias', urgente: false }];
  return rangosPorAtender(inUse(secuencias, ambiente)).map(({ range: { tipo, quedan, vence }, aviso, urgente }) => ({
    tipo: 'secuencia',
    urgente,
    tipoECF: tipo,
    aviso,
    quedan,
    vence,
  }));
}

async function ofQuickBooks(tx: Tx, empresaId: string): Promise<atencion.Aviso[]> {
  const refused = await refusedConnection(tx, empresaId);
  return refused === undefined ? [] : [{ tipo: 'quickbooks', urgente: true, ...refused }];
}

/** The subject of a warning: the id of a certificate or range, and the thresholds that it has crossed. */
interface Warning {
  readonly sujeto: string;
  readonly umbrales: readonly string[];
}

/** The certificate in use that expires soon. */
interface ExpiringCertificate extends Warning {
  readonly que: 'certificado';
  readonly titular: string;
  readonly validoHasta: Date;
  readonly dias: 30 | 7 | 1;
}

/** A range in use that expires or runs out. */
interface EndingRange extends Warning {
  readonly que: 'rango';
  readonly umbrales: Secuencia['avisos'];
  readonly rango: Secuencia;
  /** True if every range of its type has warnings and this one is the best of them. */
  readonly porAtender: boolean;
}

/**
 * The certificate and the ranges of a company's environment that are about to run out, by the rules of Inicio and
 * Configuración.
 */
export async function listRunningOut(
  ctx: Context,
  empresaId: string,
): Promise<readonly (ExpiringCertificate | EndingRange)[]> {
  const { ambiente } = await ctx.issuers.of(empresaId);
  const ranges = inUse(await viewSecuencias(ctx, empresaId), ambiente);
  const best = new Set(rangosPorAtender(ranges).map(({ range }) => range.id));
  const certificate = await ctx.db.tenant(empresaId, (tx) => activeCertificate(tx, empresaId));
  const dias = certificate && avisoDeCertificado(certificate.valido_hasta.toISOString(), ctx.clock.now().getTime());
  const ending = ranges
    .filter(({ avisos }) => avisos.length > 0)
    .map((rango): EndingRange => {
      const { id: sujeto, avisos: umbrales } = rango;
      return { que: 'rango', sujeto, umbrales, rango, porAtender: best.has(sujeto) };
    });
  if (certificate === undefined || dias === undefined || dias === 'vencido') return ending;
  const { id: sujeto, titular, valido_hasta: validoHasta } = certificate;
  return [{ que: 'certificado', sujeto, umbrales: [String(dias)], titular, validoHasta, dias }, ...ending];
}

/**
 * Records warnings as sent through a channel, once per threshold of a subject.
 *
 * @returns the warnings with a threshold that was not recorded before
 */
export async function giveOnce<W extends Warning>(
  tx: Tx,
  empresaId: string,
  canal: AvisoDado['canal'],
  warnings: readonly W[],
): Promise<readonly W[]> {
  const rows = warnings.flatMap(({ sujeto, umbrales }) =>
    umbrales.map((umbral) => ({ empresa_id: empresaId, canal, sujeto, umbral })),
  );
  if (rows.length === 0) return [];
  const fresh = new Set((await insertAvisos(tx, rows)).map(({ sujeto }) => sujeto));
  return warnings.filter(({ sujeto }) => fresh.has(sujeto));
}

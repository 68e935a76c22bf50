import { avisoDeCertificado, avisosDeRango, type contador, rangosPorAtender } from '@timbre/contract';
import { daysBetween, formatFecha, type Periodo, parseISODate } from '@timbre/values';
import type { ServingRow } from '../../domain/companies/organization-clients-repo.ts';
import type { MiembroRow, OwnOrganizacion } from '../../domain/companies/organizations-repo.ts';
import type { PortfolioRow } from '../../domain/companies/portfolio-repo.ts';
import { leftOf, type RangeInUse } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import { answerBefore } from '../../domain/received/answering.ts';
import { it1StateOf, type MonthState, stateOf } from '../../domain/reports/month-states.ts';
import type { ReportFacts } from '../../domain/reports/month-states-repo.ts';
import type { Facts } from './facts.ts';

export const miembroView = (row: MiembroRow, personaId: string): contador.Miembro => ({
  id: row.id,
  nombre: row.nombre,
  correo: row.correo,
  rol: row.rol,
  activo: row.persona_id !== null,
  propio: row.persona_id === personaId,
});

export const despachoView = (
  { id, nombre, rol }: OwnOrganizacion,
  members: readonly MiembroRow[],
  personaId: string,
): contador.Despacho => ({
  id,
  nombre,
  rol,
  miembros: members.filter((row) => row.organizacion_id === id).map((row) => miembroView(row, personaId)),
});

export const servingView = (row: ServingRow): contador.DespachoDeLaEmpresa => ({
  id: row.id,
  nombre: row.despacho,
  estado: row.estado === 'aceptada' ? 'aceptada' : 'pendiente',
  pedida: row.pedida.toISOString(),
  pedidaPor: row.pedida_por,
  resuelta: row.resuelta?.toISOString() ?? null,
  resueltaPor: row.resuelta_por,
  personas: row.personas,
});

/** @param facts undefined while the company has not consented */
export const clienteView = (
  row: PortfolioRow,
  facts: Facts | undefined,
  periodo: Periodo,
  now: Date,
): contador.Cliente => ({
  id: row.id,
  rnc: row.rnc,
  nombre: row.nombre,
  estado: facts === undefined ? 'pendiente' : 'activa',
  ambiente: row.ambiente,
  despachoId: row.organizacion_id,
  clienteId: row.cliente_id,
  responsableId: row.responsable_id,
  pedida: row.pedida?.toISOString() ?? null,
  cifras: facts === undefined ? null : cifrasOf(row.id, facts, periodo, now),
});

function cifrasOf(id: string, facts: Facts, periodo: Periodo, now: Date): NonNullable<contador.Cliente['cifras']> {
  const { issued, received, certificates, ranges, refused } = facts;
  const {
    rechazados = 0,
    sin_confirmar: sinConfirmar = 0,
    ventas = '0.00',
    antes = '0.00',
    cambio = null,
  } = issued.get(id) ?? {};
  const { cantidad = 0, primera = null } = received.get(id) ?? {};
  return {
    reportes: reportesOf(facts.reports.get(id) ?? [], periodo),
    rechazados,
    sinConfirmar,
    recibidas: cantidad,
    responderAntesDe: primera && answerBefore(primera),
    avisos: [
      ...ofCertificate(certificates.get(id), now),
      ...ofRanges(ranges.get(id) ?? [], now),
      ...(refused.has(id) ? [{ ...noAviso, tipo: 'quickbooks' as const, urgente: true }] : []),
    ].sort((a, b) => Number(b.urgente) - Number(a.urgente) || (a.dias ?? 10_000) - (b.dias ?? 10_000)),
    ventas,
    ventasAntes: antes,
    cambio,
  };
}

function reportesOf(all: readonly ReportFacts[], periodo: Periodo) {
  const [of606, of607, ofIT1] = (['606', '607', 'it1'] as const).map((name) =>
    all.find(({ reporte }) => reporte === name),
  );
  const [state606, state607] = [stateOf(of606, periodo), stateOf(of607, periodo)];
  const view = (estado: MonthState, facts: ReportFacts | undefined): contador.ReporteDeCliente => ({
    estado,
    faltan: estado === 'por_responder' ? (facts?.faltan ?? 0) : 0,
    presentado: facts?.presentado ?? null,
  });
  return {
    '606': view(state606, of606),
    '607': view(state607, of607),
    IT1: view(it1StateOf(ofIT1, state606, state607), ofIT1),
  };
}

const noAviso = { dias: null, tipoECF: null, rango: null, quedan: null };
const dayMs = 86_400_000;

/** A company needs a certificate; from thirty days before its end it is a notice, as on Inicio. */
function ofCertificate(validoHasta: Date | undefined, now: Date): contador.AvisoDeCliente[] {
  if (validoHasta === undefined) return [{ ...noAviso, tipo: 'certificado', urgente: true }];
  const aviso = avisoDeCertificado(validoHasta.toISOString(), now.getTime());
  if (aviso === undefined) return [];
  const dias = Math.max(0, Math.floor((validoHasta.getTime() - now.getTime()) / dayMs));
  return [{ ...noAviso, tipo: 'certificado', urgente: aviso !== 30, dias }];
}

function ofRanges(ranges: readonly RangeInUse[], now: Date): contador.AvisoDeCliente[] {
  const today = formatFecha(now.getTime());
  const inUse = ranges.map((row) => {
    const { desde, hasta, vence } = row;
    const quedan = leftOf(row, row.used);
    const avisos = avisosDeRango({ desde, hasta, quedan, vence, isProduction: false }, now.getTime());
    return { tipo: String(row.tipo), quedan, avisos, vence };
  });
  return rangosPorAtender(inUse).map(({ range, aviso, urgente }) => {
    const ends = aviso === 'vencido' || aviso === 'por-vencer' ? parseISODate(range.vence ?? '') : undefined;
    return {
      tipo: 'rango',
      urgente,
      dias: ends === undefined ? null : Math.max(0, daysBetween(today, ends)),
      tipoECF: range.tipo,
      rango: aviso,
      quedan: range.quedan,
    };
  });
}

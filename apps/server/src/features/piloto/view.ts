import { type Ambiente, piloto } from '@timbre/contract';
import { addressesOf } from '../../domain/received/own-addresses.ts';
import { countApprovals, faultyApprovals } from '../../domain/received/workbook-approvals-repo.ts';
import { viewProgress } from '../certificacion/service.ts';
import type { Context } from '../context.ts';
import { viewImport, viewIncidencias } from '../importacion/shown/service.ts';
import { acceptedBySummary, acceptedInARow, documentPhases, tallyPhases } from './phases-repo.ts';
import { listPilots, markedSteps, type Pilot } from './repo.ts';
import { etapaDe, mayRehearse, sendRefusal } from './service.ts';

/** Maximum problems that a view lists. */
const most = 50;
/** Maximum full invoices of a package. */
export const mostFull = 200;

/** The certification of a company in its environment. */
export async function viewPilot(ctx: Context, empresaId: string): Promise<piloto.Piloto> {
  const { ambiente, rnc } = await ctx.issuers.of(empresaId);
  const [pilots, marked] = await ctx.db.tenant(empresaId, (tx) =>
    Promise.all([listPilots(tx, empresaId, ambiente), markedSteps(tx, empresaId, ambiente)]),
  );
  const of = (parte: Pilot['parte']) => pilots.find((pilot) => pilot.parte === parte);
  const [documents, approvals] = [of('comprobantes'), of('aprobaciones')];
  const comprobantes = documents ? await documentsView(ctx, documents) : null;
  const aprobaciones = approvals ? await approvalsView(ctx, approvals, ambiente) : null;
  const { pasos } = await viewProgress(ctx, empresaId);
  const advances: Readonly<Record<number, string | null>> = {
    2: comprobantes && advanceOf(comprobantes),
    3: aprobaciones && advanceOf(aprobaciones),
  };
  return {
    ambiente,
    comprobantes,
    aprobaciones,
    proceso: piloto.pasosDelProceso.map(({ numero }) => {
      const shared = pasos.find(({ paso }) => paso === piloto.pasoDeCertificacion(numero));
      return {
        numero,
        hecho: (shared ? shared.completado : marked[numero]) ?? null,
        avance: advances[numero] ?? null,
        falta: shared?.falta ?? null,
      };
    }),
    direcciones: addressesOf(ctx, rnc) ?? null,
  };
}

/** The actions of the pilot that a person can start now. */
const canDo = (pilot: Pilot, isRejected: boolean) => ({
  ensayar: mayRehearse(pilot),
  enviar: sendRefusal(pilot, isRejected) === undefined,
});

const advanceOf = ({ fases }: { readonly fases: readonly piloto.FaseDePiloto[] }): string => {
  const [accepted, total] = fases.reduce(([a, t], fase) => [a + fase.aceptados, t + fase.total], [0, 0]);
  return `${accepted} de ${total} aceptados por la DGII`;
};

async function documentsView(ctx: Context, pilot: Pilot): Promise<piloto.PilotoDeComprobantes> {
  const { empresa_id: empresaId, importacion_id: importacionId } = pilot;
  const etapa = etapaDe(pilot.etapa);
  const ensayo = etapa === 'ensayando' || etapa === 'corregir' || etapa === 'listo';
  const of = { empresaId, importacionId: importacionId!, ensayo };
  const [book, faults, remarks, facts] = await Promise.all([
    viewImport(ctx, of),
    viewIncidencias(ctx, of, { limite: most }),
    viewIncidencias(ctx, of, { limite: most, aviso: true }),
    ctx.db.tenant(empresaId, (tx) =>
      Promise.all([
        tallyPhases(tx, empresaId, of.importacionId),
        acceptedInARow(tx, empresaId, of.importacionId),
        acceptedBySummary(tx, empresaId, of.importacionId, mostFull),
      ]),
    ),
  ]);
  const [tallies, aceptadosSeguidos, full] = facts;
  return {
    etapa,
    motivo: pilot.motivo,
    puede: canDo(
      pilot,
      [...tallies.values()].some(({ rechazados }) => rechazados > 0),
    ),
    cambiado: pilot.cambiado.toISOString(),
    fases: documentPhases.flatMap((fase) => {
      const tally = tallies.get(fase);
      return tally ? [{ fase, total: tally.total, firmados: tally.firmados, aceptados: tally.aceptados }] : [];
    }),
    importacionId: of.importacionId,
    archivo: book.archivo,
    ensayados: book.ensayados,
    errores: book.errores,
    incidencias: faults.incidencias,
    totalIncidencias: faults.total,
    avisos: remarks.incidencias,
    totalAvisos: remarks.total,
    completas: full.length,
    aceptadosSeguidos,
  };
}

async function approvalsView(ctx: Context, pilot: Pilot, ambiente: Ambiente): Promise<piloto.PilotoDeAprobaciones> {
  const { empresa_id: empresaId } = pilot;
  const etapa = etapaDe(pilot.etapa);
  const ensayo = etapa === 'ensayando' || etapa === 'corregir' || etapa === 'listo';
  const [counts, faulty] = await ctx.db.tenant(empresaId, (tx) =>
    Promise.all([
      countApprovals(tx, empresaId, ambiente, false),
      faultyApprovals(tx, empresaId, ambiente, ensayo, most),
    ]),
  );
  const { total, firmados, aceptadas } = counts;
  return {
    etapa,
    motivo: pilot.motivo,
    puede: canDo(pilot, false),
    cambiado: pilot.cambiado.toISOString(),
    fases: [{ fase: 'aprobaciones', total, firmados, aceptados: aceptadas }],
    incidencias: faulty.map(({ id, fila, encf, detalle, errores }) => ({
      id,
      fila,
      eNCF: encf,
      detalle,
      errores: [...errores],
    })),
  };
}

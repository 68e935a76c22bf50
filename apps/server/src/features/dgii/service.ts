import { AuthorityUnreachable, offers, readServices, readShown, readWindows } from '@timbre/authority';
import type { dgii as contract } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { refusedBy, tellFailures } from '../../domain/authority/tell-failures.ts';
import { findAddress } from '../../domain/received/find-address.ts';
import { addressesOf } from '../../domain/received/own-addresses.ts';
import type { Context } from '../context.ts';

/** How long an answer about the services is used, for all companies. */
const statusForMs = 60_000;

/**
 * The state of the DGII's services, asked at most once a minute. A DGII that does not answer is an answer too: the
 * screen shows why.
 */
export function createServiceStatus({ authority, clock }: Pick<Context, 'authority' | 'clock'>) {
  let asked: { readonly atMs: number; readonly answer: Promise<contract.ServiciosDGII> } | undefined;

  async function ask(): Promise<contract.ServiciosDGII> {
    const consultado = clock.now().toISOString();
    try {
      const [services, windows] = await Promise.all([authority.estatusServicios(), authority.ventanasMantenimiento()]);
      const servicios = [...readServices(services)];
      const ventanas = readWindows(windows).map((window) => ({ ...window, dias: [...window.dias] }));
      const motivo =
        servicios.length === 0
          ? 'La DGII no publica su estado a esta instalación: lo hace a quien tiene la clave (APIKEY) que ella entrega'
          : null;
      return { servicios, ventanas, consultado, motivo };
    } catch (error) {
      if (!(error instanceof AuthorityUnreachable)) throw error;
      return { servicios: [], ventanas: [], consultado, motivo: error.message };
    }
  }

  return (): Promise<contract.ServiciosDGII> => {
    const atMs = clock.monotonicMs();
    if (asked === undefined || atMs - asked.atMs >= statusForMs) {
      const answer = ask();
      asked = { atMs, answer };
      answer.catch(() => {
        asked = undefined;
      });
    }
    return asked.answer;
  };
}

/** A taxpayer in the directory of the company's environment. @throws Problem `dgii/sin-servicio`, `autoridad/…` */
export async function lookUpDirectory(ctx: Context, empresaId: string, rnc: string): Promise<contract.Directorio> {
  const own = await ctx.issuers.of(empresaId);
  if (!offers('directorioPorRNC', own.ambiente)) refuse('dgii/sin-servicio');
  const entry = await tellFailures(findAddress(ctx, { empresa: empresaId, ambiente: own.ambiente }, rnc));
  return {
    rnc,
    entrada: entry
      ? {
          nombre: entry.nombre,
          recepcion: entry.urlRecepcion,
          aprobacion: entry.urlAceptacion,
          autenticacion: entry.urlOpcional ?? null,
        }
      : null,
    propias: rnc === own.rnc ? (addressesOf(ctx, rnc) ?? null) : null,
  };
}

/**
 * The state of an e-CF at the DGII. Of another issuer's, the company is taken for the buyer unless the query names one.
 *
 * @throws Problem `dgii/sin-servicio`, `autoridad/…`
 */
export async function lookUpDocument(
  ctx: Context,
  empresaId: string,
  {
    encf: eNCF,
    rncEmisor,
    rncComprador: named,
    codigoSeguridad,
  }: { rncEmisor: string; encf: string; rncComprador?: string; codigoSeguridad?: string },
): Promise<contract.ComprobanteDGII> {
  const { ambiente, rnc } = await ctx.issuers.of(empresaId);
  if (!offers('consultaEstado', ambiente)) refuse('dgii/sin-servicio');
  const rncComprador = named ?? (rncEmisor === rnc ? undefined : rnc);
  const answer = await tellFailures(
    ctx.authority.consultaEstado(
      { empresa: empresaId, ambiente },
      {
        rncEmisor,
        eNCF,
        ...(rncComprador !== undefined && { rncComprador }),
        ...(codigoSeguridad !== undefined && { codigoSeguridad }),
      },
    ),
  );
  if (answer.kind === 'refused') throw refusedBy(answer);
  const shown = readShown(answer.crudo);
  return {
    estado: answer.estado,
    codigo: answer.codigo,
    montoTotal: shown.montoTotal ?? null,
    totalITBIS: shown.totalITBIS ?? null,
    fechaEmision: shown.fechaEmision ?? null,
    fechaFirma: shown.fechaFirma ?? null,
    rncComprador: shown.rncComprador ?? null,
  };
}

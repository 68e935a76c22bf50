import type { UnreachableReason } from '@timbre/authority';
import type { piloto } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { addressOf } from '../../domain/received/own-addresses.ts';
import { receiversOf } from '../../domain/received/receivers.ts';
import type { Context } from '../context.ts';

type Prueba = piloto.PruebaDeServicio;

/**
 * Calls the company's services at their public address, as the DGII will.
 *
 * @throws Problem `piloto/sin-direccion`, `certificado/…`
 */
export async function checkServices(ctx: Context, empresaId: string): Promise<Prueba[]> {
  const { rnc } = await ctx.issuers.of(empresaId);
  await ctx.signers.of(empresaId);
  const base =
    addressOf(ctx, rnc) ?? refuse('piloto/sin-direccion', 'Fije TIMBRE_PUBLIC_URL con la dirección https del servidor');
  const probed = await receiversOf(ctx).probar(empresaId, base);
  return probed.map(({ servicio, direccion, status, reason, bien, ms }) => ({
    servicio,
    direccion,
    bien,
    detalle: bien ? goods[servicio] : wordsOf(status, reason),
    milisegundos: ms,
  }));
}

const goods: Readonly<Record<Prueba['servicio'], string>> = {
  semilla: 'Entregó una semilla',
  validacion: 'Aceptó el certificado y entregó un token',
  recepcion: 'Respondió, y rechazó lo que no es un e-CF',
  aprobacion: 'Respondió, y rechazó lo que no es una aprobación comercial',
};

const reasons: Readonly<Partial<Record<UnreachableReason, string>>> = {
  'sin-conexion': 'No se pudo conectar: revise el nombre, el certificado TLS y el cortafuegos',
  cortada: 'La conexión se cortó',
  tiempo: 'No respondió a tiempo',
  servidor: 'El servidor falló',
  ocupada: 'Pidió intentar más tarde',
};

function wordsOf(status: number | undefined, reason: UnreachableReason | undefined): string {
  if (status === 404 || status === 405) return `Respondió ${status}: la dirección no lleva a Timbre`;
  if (status !== undefined) return `Respondió ${status}: no es la respuesta del servicio`;
  return reasons[reason!] ?? 'No respondió';
}

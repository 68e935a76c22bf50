import type { Core } from '../comprobantes/core.ts';

/**
 * The public address of a company's services. If none is configured: this machine's with the simulator, else undefined.
 */
export function addressOf({ config }: Pick<Core, 'config'>, rnc: string): string | undefined {
  const local = config.authority === 'simulador' && config.port > 0 ? `http://127.0.0.1:${config.port}` : undefined;
  const base = config.publicUrl ?? local;
  return base && `${base.replace(/\/+$/, '')}/${rnc}`;
}

/** The addresses of a company's services, as the DGII's directory has them. */
export function addressesOf(ctx: Pick<Core, 'config'>, rnc: string) {
  const base = addressOf(ctx, rnc);
  return base === undefined ? undefined : { recepcion: base, aprobacion: base, autenticacion: base };
}

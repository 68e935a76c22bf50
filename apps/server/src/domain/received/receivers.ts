import { createReceivers, type Receivers } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import type { Core } from '../comprobantes/core.ts';

/** The client for the services of other taxpayers. With the simulator, addresses on this machine are allowed too. */
export const receiversOf = (ctx: Pick<Core, 'signers' | 'config'>): Receivers =>
  createReceivers({
    sign: async (empresaId, xml) => (await signXml(xml, (await ctx.signers.of(empresaId)).signer)).xml,
    allowLocal: ctx.config.authority === 'simulador',
  });

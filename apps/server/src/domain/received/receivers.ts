import { createReceivers, type Receivers } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import type { Core } from '../comprobantes/core.ts';

/** What other taxpayers are called with: beside the simulator also on this machine. */
export const receiversOf = (ctx: Core): Receivers =>
  createReceivers({
    sign: async (empresaId, xml) => (await signXml(xml, (await ctx.signers.of(empresaId)).signer)).xml,
    allowLocal: ctx.config.authority === 'simulador',
  });

import { createReceivers } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import type { Context } from '../../context.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import { deliveryHandler } from '../../recibidos/deliver.ts';
import { lookUpHandler } from '../../recibidos/look-up.ts';
import { answerHandler } from '../../recibidos/send-answer.ts';

/**
 * What is done later with a received document: the DGII is asked about it, and its commercial answer is sent. And with an
 * issued one: it is delivered to its buyer.
 */
export const jobs = (ctx: Context): readonly JobHandler[] => {
  const receivers = createReceivers({
    sign: async (empresaId, xml) => (await signXml(xml, (await ctx.signers.of(empresaId)).signer)).xml,
    allowLocal: ctx.config.authority === 'simulador',
  });
  return [lookUpHandler(ctx), answerHandler(ctx, receivers), deliveryHandler(ctx, receivers)];
};

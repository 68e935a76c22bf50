import { formatCount } from '../../lib/format.ts';
import { type ClaseDeLote, type Configuracion, clearReceipts, generate, generateBatch } from './api.ts';
import type { Batch } from './use-batch.ts';
import { type Messages, resultMs } from './use-messages.ts';
import { failures, messages } from './words.ts';

export type Generation = ReturnType<typeof useGeneration>;

/**
 * Generates receipts, of one type or as a batch, deletes them all, and shows the results.
 *
 * @param refresh fetches the shown data of the simulation again
 */
export function useGeneration({ tell, show }: Messages, { run }: Batch, refresh: () => Promise<void>) {
  async function batch(title: string, body: Parameters<typeof generateBatch>[0]['body']) {
    const { generados } = await generateBatch({ body });
    await refresh();
    show({
      title,
      words: body.desde === undefined ? messages.batchFromNext : messages.batchFrom(body.desde),
      figures: [['Comprobantes generados', formatCount(generados)]],
      closesAfterMs: resultMs.batch,
    });
  }
  const startOf = (desde: number | undefined) => (desde === undefined ? {} : { desde });

  return {
    receipts: (configuracion: Configuracion) =>
      run('receipts', failures.generate, async () => {
        const { generados, desde } = await generate({ body: configuracion });
        await refresh();
        tell(messages.generated(generados, desde), 'ok', messages.generatedOfType(generados, configuracion.tipo));
      }),
    standard: (desde?: number) =>
      run('standard', failures.standard, () => batch(messages.standardDone, startOf(desde))),
    custom: (cantidades: Record<ClaseDeLote, number>, desde?: number) =>
      run('custom', failures.custom, () => batch(messages.customDone, { ...startOf(desde), cantidades })),
    clear: () =>
      run('clearing', failures.clear, async () => {
        await clearReceipts({});
        await refresh();
        tell(messages.cleared);
      }),
  };
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Registry, Summary } from 'prom-client';

/**
 * Registers the delay of the event loop's timers. The quantiles cover the time since they were last read.
 *
 * @returns a function that ends the measuring
 */
export function watchLoopDelay(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const name = 'timbre_event_loop_delay_seconds';
  const help = 'Segundos de retraso del bucle de eventos; los cuantiles, desde la lectura anterior';
  const summary = new Summary({ name, help, registers: [registry] });
  const get = summary.get.bind(summary);
  const before = { count: 0, sum: 0 };
  // Node measures in its own thread; prom-client's summary would need a timer on the very loop that it measures.
  summary.get = async () => {
    const quantiles = [0.99, 1].map((quantile) => ({
      labels: { quantile },
      value: Number((delay.percentile(quantile * 100) / 1e9).toFixed(4)),
    }));
    before.count += delay.count;
    before.sum += delay.count === 0 ? 0 : (delay.mean * delay.count) / 1e9;
    delay.reset();
    const totals = (['sum', 'count'] as const).map((of) => ({
      metricName: `${name}_${of}`,
      labels: {},
      value: before[of],
    }));
    return { ...(await get()), values: [...quantiles, ...totals] };
  };
  return () => delay.disable();
}

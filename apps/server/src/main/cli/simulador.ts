import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { startSimulator } from '@timbre/simulator';
import { ConfigError } from '../../platform/process/config-error.ts';
import { describingFileErrors } from '../../platform/process/file-fault.ts';
import type { Commands } from './command.ts';

/** The command that runs a simulated DGII separately from the servers. */
export const simulatorCommands: Commands = {
  simulador: {
    does: 'corre una DGII simulada aparte, para varios servidores (TIMBRE_SIMULATOR_URL): escucha en HOST y PORT, y guarda en TIMBRE_DATA_DIR/simulador.ndjson lo que recibe',
    options: { latencia: 'MÍNIMA-MÁXIMA' },
    async run({ authority, host, port, dataDir }, { latencia = '0' }) {
      if (authority === 'dgii') throw new ConfigError('TIMBRE_AUTHORITY=dgii no usa un simulador');
      const stateFile = resolve(dataDir, 'simulador.ndjson');
      describingFileErrors('No se puede usar la carpeta de datos de TIMBRE_DATA_DIR', () =>
        mkdirSync(dirname(stateFile), { recursive: true, mode: 0o700 }),
      );
      const running = await startSimulator({ host, port, stateFile, settings: { latencyMs: latencyOf(latencia) } });
      console.log(`DGII simulada en ${running.hosts.ecf} (sin validez fiscal)`);
      await new Promise((ended) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, ended);
      });
      await running.close();
      return 0;
    },
  },
};

/** Milliseconds: one number, or the least and the most. @throws ConfigError */
function latencyOf(text: string): [least: number, most: number] {
  const [, least, most = least] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (least === undefined || Number(most) < Number(least))
    throw new ConfigError('--latencia debe ser milisegundos, como 300 o 300-1500');
  return [Number(least), Number(most)];
}

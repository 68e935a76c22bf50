import { type piloto as contract, piloto } from '@timbre/contract';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { withIssuing } from '../../apps/server/src/main/testing/issuing.ts';
import { officialFiles, officialWorkbook } from '../../packages/ecf/testing/official.ts';

// The two workbooks of the DGII's certification complete the pilot unchanged. Nothing is edited and nothing is
// rejected.

const set = '133009889-16042026193727';
const [rnc] = set.split('-');

/** An official workbook as a file. */
function bookOf(name: string): Buffer {
  const sheets = Object.entries(officialWorkbook(name)).map(([sheet, { headers, rows }]) => {
    const texts = rows.map((row) => headers.map((header) => row[header] ?? '#e'));
    return [sheet, [[...headers], ...texts]] as const;
  });
  return xlsxOf(Object.fromEntries(sheets));
}

describe.skipIf(!officialFiles)('the official workbooks', () => {
  const server = withIssuing('certecf', { empresa: { rnc: rnc!, razonSocial: 'Empresa del Set SRL' } });
  beforeAll(async () => {
    server.simulator.control.settings({ latencyMs: 200 });
  });

  const reached = (parte: contract.ParteDePiloto, etapa: contract.EtapaDePiloto) =>
    server
      .until(async () => {
        const progress = (await server.call(piloto.verPiloto, {}, server.key)).body[parte];
        return progress !== null && !['leyendo', 'ensayando', 'enviando'].includes(progress.etapa) && progress;
      })
      .then((progress) => {
        expect([progress.etapa, progress.motivo, progress.incidencias]).toEqual([etapa, null, []]);
        return progress;
      });

  async function run(parte: contract.ParteDePiloto, name: string) {
    const form = new FormData();
    form.set('archivo', new File([new Uint8Array(bookOf(name))], `${name}.xlsx`));
    await server.call(piloto.cargarEnPiloto, { params: { parte }, form }, server.key);
    await reached(parte, 'listo');
    await server.call(piloto.enviarPiloto, { params: { parte }, body: {} }, server.key);
    return reached(parte, 'completo');
  }

  test('29 documents and 11 approvals are accepted in one pass, no one rejected', async () => {
    const startMs = performance.now();
    const documents = (await run('comprobantes', set)) as contract.PilotoDeComprobantes;
    const approvals = await run('aprobaciones', `${rnc}-aprobacion-comercial`);
    console.log(`official workbooks: ${((performance.now() - startMs) / 1_000).toFixed(1)} s, the authority at 200 ms`);
    const { ECF, RFCE } = officialWorkbook(set);
    const notes = ECF!.rows.filter(({ TipoeCF }) => TipoeCF === '33' || TipoeCF === '34').length;
    const summaries = RFCE!.rows.length;
    expect(ECF!.rows.length + summaries).toBe(29);
    expect(documents.fases.map(({ fase, aceptados }) => [fase, aceptados])).toEqual([
      ['facturas', ECF!.rows.length - summaries - notes],
      ['notas', notes],
      ['resumenes', summaries],
    ]);
    expect(documents).toMatchObject({ completas: summaries, totalAvisos: 0, aceptadosSeguidos: 25 });
    expect(approvals.fases).toEqual([{ fase: 'aprobaciones', total: 11, firmados: 11, aceptados: 11 }]);
    const log = server.simulator.control.log();
    expect(log.filter(({ decision }) => decision.estado !== 'aceptado')).toEqual([]);
    expect(new Set(log.map(({ sha256 }) => sha256)).size).toBe(log.length);
    expect(server.simulator.control.certification({ rnc: rnc! })).toBe(documents.aceptadosSeguidos);
  });
});

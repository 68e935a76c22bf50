import { importacion } from '@timbre/contract';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { describe, expect, test } from 'vitest';
import { withIssuing } from '../../apps/server/src/main/testing/issuing.ts';
import { wholeImport } from '../../apps/server/src/main/testing/whole-import.ts';
import { officialFiles, officialWorkbook } from '../../packages/ecf/testing/official.ts';

// The DGII's certification workbook with deliberate faults. The rehearsal reports each of them with its cell.

/** A changed cell (`undefined` empties it), and the cell that the rehearsal must report. */
interface Planted {
  readonly what: string;
  readonly sheet?: 'ECF' | 'RFCE';
  readonly encf: string;
  readonly header: string;
  readonly text: string | undefined;
  /** Header of the reported cell, if it is another one. */
  readonly named?: string;
}

const planted: readonly Planted[] = [
  { what: 'a bad total', encf: 'E310000000005', header: 'MontoTotal', text: '83420.00' },
  { what: 'a missing reference', encf: 'E330000000001', header: 'NCFModificado', text: undefined },
  { what: 'a reused number', encf: 'E310000000008', header: 'ENCF', text: 'E310000000010' },
  {
    what: 'a note before its invoice',
    encf: 'E340000000002',
    header: 'FechaEmision',
    text: '31-03-2020',
    named: 'FechaNCFModificado',
  },
  { what: 'a sub-table with a hole', encf: 'E440000000011', header: 'NumeroLinea[2]', text: undefined },
  { what: 'a municipality that does not exist', encf: 'E430000000012', header: 'Municipio', text: '019900' },
  { what: 'a bad e-mail', encf: 'E430000000010', header: 'CorreoEmisor', text: 'sin-arroba' },
  { what: 'an expired sequence', encf: 'E470000000010', header: 'FechaVencimientoSecuencia', text: '31-12-2019' },
  {
    what: 'a summary that contradicts its invoice',
    sheet: 'RFCE',
    encf: 'E320000000014',
    header: 'MontoTotal',
    text: '11919.00',
  },
  { what: 'a bad ITBIS', encf: 'E310000000010', header: 'TotalITBIS1', text: '344.90' },
  { what: 'a tax id with nine letters', encf: 'E450000000003', header: 'RNCComprador', text: 'ABCDEFGHI' },
  {
    what: 'a line whose amount is not its price by its quantity',
    encf: 'E450000000011',
    header: 'MontoItem[1]',
    text: '905.00',
  },
  { what: 'a type that is not the number’s', encf: 'E410000000008', header: 'TipoeCF', text: '31', named: 'ENCF' },
  { what: 'a day that does not exist', encf: 'E470000000011', header: 'FechaEmision', text: '31-02-2020' },
  {
    what: 'a reference to an invoice that nobody issued',
    encf: 'E340000000015',
    header: 'NCFModificado',
    text: 'E310000009999',
  },
  { what: 'an issuer without a name', encf: 'E320000000005', header: 'RazonSocialEmisor', text: undefined },
  { what: 'a unit that does not exist', encf: 'E320000000013', header: 'UnidadMedida[1]', text: '99' },
  { what: 'a currency that does not exist', encf: 'E460000000008', header: 'TipoMoneda', text: 'XXX' },
  { what: 'an amount with three decimals', encf: 'E410000000001', header: 'MontoTotal', text: '11800.005' },
  {
    what: 'a billing indicator that does not exist',
    encf: 'E460000000009',
    header: 'IndicadorFacturacion[1]',
    text: '7',
  },
];

const name = '133009889-16042026193727';
const [rnc] = name.split('-');
/** Invoices of which the workbook contains a summary. */
const summarised = new Set(officialFiles ? officialWorkbook(name).RFCE!.rows.map(({ ENCF }) => ENCF!) : []);

/** The official workbook, with faults. */
function workbook(faults: readonly Planted[]): Buffer {
  const sheets = officialWorkbook(name);
  const cells = Object.entries(sheets).map(([sheet, { headers, rows }]) => {
    const changed = rows.map((row) => {
      const own = faults.filter((each) => (each.sheet ?? 'ECF') === sheet && each.encf === row.ENCF);
      return headers.map((header) => {
        const fault = own.find((each) => each.header === header);
        return (fault === undefined ? row[header] : fault.text) ?? '#e';
      });
    });
    return [sheet, [[...headers], ...changed]] as const;
  });
  return xlsxOf(Object.fromEntries(cells));
}

/** Row of a document in its sheet. */
const filaOf = ({ sheet = 'ECF', encf }: Planted) =>
  officialWorkbook(name)[sheet]!.rows.findIndex((row) => row.ENCF === encf) + 2;

describe.skipIf(!officialFiles)('the certification workbook in the rehearsal', () => {
  const server = withIssuing('certecf', { empresa: { rnc: rnc!, razonSocial: 'Empresa del Set SRL' } });

  async function rehearse(faults: readonly Planted[]) {
    const form = new FormData();
    form.set('archivo', new Blob([new Uint8Array(workbook(faults))]), 'set.xlsx');
    const { id } = (await server.call(importacion.crearImportacion, { form }, server.key)).body;
    const view = () => wholeImport(server, id, true);
    await server.until(async () => (await view()).estado === 'listo');
    for (const call of [importacion.firmarImportacion, importacion.enviarImportacion]) {
      await server.call(call, { params: { id }, body: { ensayo: true } }, server.key);
      await server.until(async () => {
        const { firmar, enviar } = (await view()).enCurso;
        return firmar + enviar === 0;
      });
    }
    return (await view()).documentos;
  }

  test('each of the planted faults is reported with its cell', async () => {
    const documents = await rehearse(planted);
    const reported = documents.flatMap(({ errores, esRFCE }) =>
      errores.map(({ celda, codigo }) => ({ celda, codigo, sheet: esRFCE ? 'RFCE' : 'ECF' })),
    );
    const missed = planted.filter((one) => {
      const cell = `fila ${filaOf(one)}, columna ${one.named ?? one.header}`;
      return !reported.some(({ celda, sheet }) => celda === cell && sheet === (one.sheet ?? 'ECF'));
    });
    expect(missed.map(({ what }) => what)).toEqual([]);
    const touched = new Set(planted.map(({ encf }) => encf));
    const others = documents.filter(({ eNCF, esRFCE }) => !touched.has(eNCF) && (esRFCE || !summarised.has(eNCF)));
    expect(others.map(({ eNCF, estado, errores }) => [eNCF, estado, errores])).toEqual(
      others.map(({ eNCF }) => [eNCF, 'aceptado', []]),
    );
    expect(others).toHaveLength(5);
  });

  test('the workbook without faults is accepted without a notice', async () => {
    const documents = await rehearse([]);
    expect(documents.flatMap(({ errores, mensajes }) => [...errores, ...mensajes])).toEqual([]);
    const judged = documents.filter(({ esRFCE, eNCF }) => esRFCE || !summarised.has(eNCF));
    expect(judged.map(({ estado }) => estado)).toEqual(judged.map(() => 'aceptado'));
    expect(documents).toHaveLength(29);
  });
});

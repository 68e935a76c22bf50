import { displayAmbiente, type reportes } from '@timbre/contract';
import { formatFechaHora } from '@timbre/values';
import { type ManifestFacts, names } from '../../../domain/reports/evidence/manifest.ts';
import type { Measured, Surveyed } from './files.ts';

type Tipo = reportes.TipoDeReporte;

/** Kinds of the rows that come from no e-CF, by report. */
const rowsWithoutECF: Readonly<Record<Exclude<Tipo, 'it1'>, string>> = {
  '606': 'compras en papel, cargadas o de QuickBooks',
  '607': 'ventas en papel, cargadas o de QuickBooks',
  '608': 'números anulados',
  '609': 'pagos cargados o de QuickBooks',
};

const reportName = (tipo: Tipo): string => (tipo === 'it1' ? 'IT-1' : tipo);

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** The sentences about what is missing in a pack. @param kinds the reports that a pack may have */
export function lacking(
  kinds: readonly Tipo[],
  surveyed: readonly Omit<Surveyed, 'report' | 'issued' | 'received'>[],
  { gone }: Pick<Measured, 'gone'>,
): readonly string[] {
  const saved = new Set(surveyed.map(({ tipo }) => tipo));
  return [
    ...kinds
      .filter((tipo) => !saved.has(tipo))
      .map((tipo) => `${reportName(tipo)}: no hay un reporte guardado del mes.`),
    ...surveyed.flatMap(({ tipo, incomplete, withoutECF }) => [
      ...(incomplete > 0
        ? [`${reportName(tipo)}: sin archivo TXT, porque tiene ${counted(incomplete, 'fila', 'filas')} por completar.`]
        : []),
      ...(withoutECF > 0 && tipo !== 'it1'
        ? [`${tipo}: ${counted(withoutECF, 'fila', 'filas')} sin XML: ${rowsWithoutECF[tipo]}.`]
        : []),
    ]),
    ...(gone > 0
      ? [`${counted(gone, 'comprobante', 'comprobantes')} de los reportes: su XML ya no está guardado.`]
      : []),
  ];
}

/** The text for the person who opens a pack made now. @param missing the sentences of {@link lacking} */
export function readmeOf(
  { rnc, periodo, ambiente }: Omit<ManifestFacts, 'generado'>,
  now: Date,
  missing: readonly string[],
): string {
  const [day, time] = formatFechaHora(now.getTime()).split(' ');
  const folders = [
    ['reportes/', 'los últimos reportes guardados del mes (.json) y su archivo oficial (.TXT)'],
    [names.issued, 'los comprobantes emitidos que los reportes nombran, como se firmaron'],
    [names.summaries, 'los resúmenes con que se enviaron las facturas de consumo'],
    [names.received, 'los comprobantes recibidos que los reportes nombran'],
    [names.answers, 'las respuestas de la empresa a los recibidos'],
    [names.verdicts, 'lo que la DGII respondió a cada emitido, uno por línea'],
    ['registro/', 'lo que pasó en la empresa desde que empezó el mes, encadenado y sellado por la plataforma'],
    [names.sums, 'la suma SHA-256 de cada archivo'],
    [names.manifest, 'la lista de los archivos con sus sumas, firmada con el certificado de la empresa'],
  ] as const;
  return [
    `Expediente de ${rnc}, período ${periodo.slice(0, 4)}-${periodo.slice(4)}, ${displayAmbiente(ambiente)}`,
    `Sacado el ${day!.replaceAll('-', '/')} a las ${time}, hora de Santo Domingo`,
    '',
    'QUÉ NO TIENE',
    ...(missing.length === 0 ? ['Nada falta de lo que los reportes nombran.'] : missing.map((each) => `- ${each}`)),
    '',
    'QUÉ TIENE (lo que el mes no tiene, no está)',
    ...folders.map(([name, what]) => `- ${name}: ${what}`),
    '',
    'CÓMO COMPROBARLO, en la carpeta donde lo descomprimió',
    `- Linux: sha256sum -c ${names.sums}`,
    `- macOS: shasum -a 256 -c ${names.sums}`,
    '- Windows: Get-FileHash compara un archivo con su línea.',
    '- Con Timbre, sin red: ./timbre evidencia verificar ARCHIVO.zip. Comprueba también las firmas y el registro.',
    '',
  ].join('\r\n');
}

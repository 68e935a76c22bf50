import { saveFile } from '../../lib/files.ts';
import { readCsv, readEvidence, readExcel, readTemplate, readTxt } from './api.ts';
import { periodoOfRango, type Rango, type Tipo } from './search.ts';
import { type Download, nombreDe } from './words.ts';

/** A file that was downloaded. */
interface Downloaded {
  readonly name: string;
  /** An official TXT of no lines. */
  readonly isEmpty?: boolean;
}

/**
 * Downloads a file of a report.
 *
 * @param rnc of the company, for the name of a file that the server did not name
 */
export async function downloadOf(tipo: Tipo, what: Download, rango: Rango, rnc: string): Promise<Downloaded> {
  if (what !== 'oficial' && what !== 'en cero') return { name: await saveOf(tipo, what, rango, rnc) };
  if (tipo === 'it1') throw new TypeError('The IT-1 has no TXT');
  const file = await readTxt({ params: { tipo }, query: { ...rango, formato: 'oficial' } });
  const isEmpty = (await file.blob.slice(0, headLength).text()).split(/\r?\n/, 1)[0]!.endsWith('|0');
  return { name: saveFile(file, `DGII_F_${tipo}_${rnc}_${periodoOfRango(rango)}.TXT`), isEmpty };
}

/** Characters in which the first line of a TXT ends. */
const headLength = 60;

async function saveOf(
  tipo: Tipo,
  what: Exclude<Download, 'oficial' | 'en cero'>,
  rango: Rango,
  rnc: string,
): Promise<string> {
  const periodo = periodoOfRango(rango);
  if (what === 'csv')
    return saveFile(await readCsv({ params: { tipo }, query: rango }), `${nombreDe(tipo)}_${rnc}_${periodo}.csv`);
  if (what === 'expediente')
    return saveFile(await readEvidence({ query: { periodo } }), `expediente_${rnc}_${periodo}.zip`);
  if (what === 'plantilla') {
    // For these two, the official tool with its macros is requested. @source specification 002 §7
    if (tipo === '606' || tipo === '607') {
      const body = { rnc, fechaInicio: rango.fechaDesde, fechaFin: rango.fechaHasta, usarMacros: true };
      return saveFile(
        await readTemplate({ params: { tipo }, body }),
        `Reporte_${tipo}_${rnc}_${rango.fechaHasta}.xlsm`,
      );
    }
    const fallback = `Reporte_${nombreDe(tipo)}_${rnc}_${rango.fechaHasta}.xlsx`;
    return saveFile(await readExcel({ params: { tipo }, query: rango }), fallback);
  }
  if (tipo === 'it1') throw new TypeError('The IT-1 has no TXT');
  return saveFile(
    await readTxt({ params: { tipo }, query: { ...rango, formato: what } }),
    `${tipo}_${rnc}_${periodo}.txt`,
  );
}

/** The setting of the browser that hides the TXT of the 606: `no`. @source specification 002 §2, docs/design/reports.md#replacements */
const txt606Key = 'timbre/txt606';

/** Whether the TXT of a report is offered. */
export const offersTxt = (tipo: Tipo): boolean =>
  tipo !== 'it1' && (tipo !== '606' || localStorage.getItem(txt606Key) !== 'no');

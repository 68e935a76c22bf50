import { escapeText } from '@timbre/xml';
import type { Reception } from './registry.ts';

/**
 * The page of a printed QR code: the document's data and its state, or a notice that it was not found.
 *
 * @param reception the document, if every value of the code matches it
 * @source Descripción técnica v1.6, "Consulta timbre (QR)"
 */
export function timbrePage(reception: Reception | undefined): string {
  if (reception === undefined) return page('No fue encontrada la factura (e-CF)', []);
  const { facts, rnc, eNCF, decision } = reception;
  return page(decision.estado === 'rechazado' ? 'Rechazado' : 'Aceptado', [
    ['RNC Emisor', rnc],
    ['Razón social emisor', facts.razonSocialEmisor],
    ['RNC Comprador', facts.rncComprador],
    ['Razón social comprador', facts.razonSocialComprador],
    ['e-NCF', eNCF],
    ['Fecha de Emisión', facts.fechaEmision],
    ['Total de ITBIS', facts.totalITBIS],
    ['Monto Total', facts.montoTotal],
  ]);
}

function page(estado: string, rows: readonly (readonly [string, string | undefined])[]): string {
  const lines = [...rows, ['Estado', estado] as const]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<tr><th scope="row">${escapeText(name)}</th><td>${escapeText(value ?? '')}</td></tr>`);
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Consulta de timbre</title></head><body><h1>Consulta de timbre</h1><table>${lines.join('')}</table><p>Simulador: sin validez fiscal.</p></body></html>`;
}

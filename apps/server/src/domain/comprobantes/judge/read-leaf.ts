import type { ErrorDeDocumento } from '@timbre/contract';
import { fieldFitter, type Written } from '@timbre/ecf';
import { plainNumber, quoted } from '@timbre/values';

/** A value of JSON where an element has its text. */
export type RawLeaf = string | number | boolean;

/** Receives an error of an element. */
export type Report = (error: ErrorDeDocumento & { readonly campo: string }) => void;

const written = (value: RawLeaf): Written =>
  typeof value === 'number' ? 'numero' : typeof value === 'boolean' ? 'logico' : 'texto';

/**
 * The text of a value, fitted to its element as one of a workbook is ({@link fieldFitter}). A text that was changed has an
 * aviso.
 *
 * @param name of the element
 * @returns undefined for an absent element, and for a value that was reported
 */
export function readLeaf(value: RawLeaf, name: string, campo: string, report: Report): string | undefined {
  const text = typeof value === 'number' ? plainNumber(value) : String(value);
  if (text === undefined) {
    // JSON numbers lose digits past 15.
    const mensaje = `El número ${value} no cabe con exactitud en JSON; envíelo como texto`;
    report({ codigo: 'JSON-NUMERO', campo, mensaje });
    return undefined;
  }
  const fitted = fieldFitter('ECF', name)(text, written(value));
  if (fitted === undefined) {
    const mensaje = `${campo} dice ${text} (verdadero o falso) y debe ser un texto o un número`;
    report({ codigo: 'JSON-TIPO', campo, mensaje });
    return undefined;
  }
  if (fitted === '') return undefined;
  // The digits that a number gets back are not a change.
  const isChanged = fitted !== text && !(typeof value === 'number' && /^[\d.]+$/.test(fitted));
  if (isChanged) report({ ...changed(text, fitted), campo });
  return fitted;
}

const changed = (text: string, fitted: string) => ({
  codigo: 'JSON-AJUSTADO',
  mensaje:
    quoted(text) === `«${fitted}»`
      ? `«${fitted}» tenía espacios alrededor, y se quitaron`
      : `${quoted(text)} se escribió «${fitted}», como lo pide el formato`,
  aviso: true,
});

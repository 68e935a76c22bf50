import { ecfFields } from './ecf-fields.ts';
import { ecfNotes } from './ecf-notes.ts';
import { informeTecnico } from './informe-tecnico.ts';
import { ley } from './ley.ts';
import { otherFormats } from './other-formats.ts';

/** One way in which a sentence is held: rules, the structure, a test; or why it is not a rule. */
export type Held =
  | { readonly rules: readonly string[] }
  | { readonly test: string }
  | { readonly structure: true }
  | { readonly not: string };

/** A numbered sentence of an official text, in our words, and what holds it. */
export interface Sentence {
  /** `93`, `4.2`. */
  readonly place: string;
  readonly about: string;
  readonly held: readonly Held[];
}

function heldBy(text: string): Held {
  if (text === 'structure') return { structure: true };
  if (text.startsWith('not: ')) return { not: text.slice('not: '.length) };
  if (text.startsWith('test ')) return { test: text.slice('test '.length) };
  return { rules: text.split(' ') };
}

/** Reads lines such as `17-18 about | RULE-01 RULE-02 | test PATH | not: reason`. A range of places is one sentence each. */
function sentences(text: string): readonly Sentence[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [head = '', ...held] = line.split(' | ');
      const [, place = '', about = ''] = /^(\S+) (.+)$/.exec(head) ?? [];
      const [from = '', to = from] = place.split('-');
      const places =
        from === to
          ? [from]
          : Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => String(Number(from) + i));
      return places.map((one) => ({ place: one, about, held: held.map(heldBy) }));
    });
}

/** The parts of the official texts that have numbers, each with its sentences. */
export const sentencesOf: ReadonlyMap<string, readonly Sentence[]> = new Map([
  ...Object.entries(ecfFields).map(([section, text]) => [`e-CF ${section}`, sentences(text)] as const),
  ['e-CF notes', sentences(ecfNotes)],
  ...Object.entries(otherFormats).map(([format, text]) => [format, sentences(text)] as const),
  ['Informe Técnico', sentences(informeTecnico)],
  ['Ley 32-23', sentences(ley)],
]);

/** The other official texts: guides without numbered rules of documents, and what holds them. */
export const guides: Readonly<Record<string, string>> = {
  'Descripcion-tecnica-de-facturacion-electronica.txt': 'packages/authority/src/readings.test.ts',
  'Firmado-de-e-CF.txt': 'packages/xml/src/node/interoperability.test.ts',
  'Instructivo-App-Firma-Digital.txt': 'packages/xml/src/node/plain-signature.test.ts',
  'Instructivo-Delegaciones-de-Roles-de-Facturacion-Electronica.txt': 'packages/xml/src/node/plain-signature.test.ts',
  'Proceso-Certificacion-EmisorElectronico-Proveedor-Servicios-FECertificado.txt':
    'apps/server/src/features/certificacion/certificacion.test.ts',
  'Proceso-de-Certificacion-para-ser-Emisor-Electronico.txt':
    'apps/server/src/features/certificacion/certificacion.test.ts',
  'Representacion-Impresa-Modelos-ilustrativos.txt': 'packages/representacion/src/render.test.ts',
  'Solicitud-Usuario-Administrador-de-e-CF.txt': 'apps/server/src/features/certificacion/certificacion.test.ts',
};

import type { ECF } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { expect, test } from 'vitest';
import { overlaps, pageTexts, squeezed, words } from '../../testing/pdf-tools.ts';
import { contentOf } from '../content/content.ts';
import { type Forma, render } from '../render.ts';

const options = { codigoSeguridad: 'aB3+/z', ambiente: 'ecf', campoNombreItem: 'DescripcionItem' } as const;

/** A text of short lines, the last of which is named. */
const feeds = (letter: string, count: number): string => `${`${letter}\n`.repeat(count)}${letter}fin`;

test.each(['carta', 'ticket'] as const)(
  'texts of many short lines are whole and cover nothing, as %s',
  (forma: Forma) => {
    const ecf = structuredClone(ecfs['33']) as ECF;
    const { Emisor } = ecf.Encabezado;
    Object.assign(Emisor, { RazonSocialEmisor: feeds('E', 70), InformacionAdicionalEmisor: feeds('I', 120) });
    Object.assign(Emisor, { DireccionEmisor: feeds('D', 45) });
    Object.assign(ecf.Encabezado.Comprador!, { RazonSocialComprador: feeds('C', 70) });
    Object.assign(ecf.InformacionReferencia!, { RazonModificacion: feeds('R', 40) });
    ecf.DetallesItems.Item[0]!.NombreItem = feeds('N', 35);
    ecf.DetallesItems.Item[0]!.DescripcionItem = feeds('X', 400);
    const pdf = render(contentOf(ecf, options), forma);
    expect(overlaps(pdf)).toEqual([]);
    const drawn = squeezed(pageTexts(pdf).join(''));
    for (const letter of 'EIDCRNX') expect(drawn, letter).toContain(`${letter}fin`);
    if (forma === 'ticket') return;
    for (const { text, box } of words(pdf)) {
      const [left, top, , bottom] = box;
      expect(bottom, text).toBeLessThan(760);
      if (/^[IRNX]/.test(text)) expect(left < 57 + 80 && top < 720 && bottom > 640, text).toBe(false);
    }
  },
);

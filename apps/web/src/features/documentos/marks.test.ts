import { describe, expect, it } from 'vitest';
import { indentXml } from './indent-xml.ts';
import { malformedAt, marksOf } from './marks.ts';

const xml =
  '<ECF><Encabezado><IdDoc><TablaFormasPago><FormaDePago><FormaPago>1</FormaPago></FormaDePago>' +
  '<FormaDePago><FormaPago>99</FormaPago></FormaDePago></TablaFormasPago></IdDoc></Encabezado>' +
  '<DetallesItems><Item><NombreItem>Sal &amp; pimienta</NombreItem></Item></DetallesItems></ECF>';
const at = (text: string, campo: string) => {
  const [mark] = marksOf(text, [{ codigo: 'X', mensaje: 'mal', campo }]);
  return { text: text.slice(mark?.from, mark?.to), line: text.slice(0, mark?.from).split('\n').length };
};

describe('where a fault is', () => {
  it('is the element that its path names, counting lines from one', () => {
    const lines = indentXml(xml);
    expect(at(lines, 'Encabezado.IdDoc.TablaFormasPago.FormaDePago[2].FormaPago')).toEqual({
      text: 'FormaPago',
      line: 9,
    });
    expect(at(lines, 'DetallesItems.Item[1].NombreItem')).toEqual({ text: 'NombreItem', line: 16 });
  });

  it('is the nearest ancestor when the element is missing, and the root when nothing is known', () => {
    expect(at(xml, 'DetallesItems.Item[1].MontoItem').text).toBe('Item');
    expect(at(xml, 'DetallesItems.Item[7].MontoItem').text).toBe('DetallesItems');
    expect(at(xml, '').text).toBe('ECF');
  });

  it('is the start of a text that has no element', () => {
    expect(marksOf('', [{ codigo: 'X', mensaje: 'mal' }])[0]).toMatchObject({ from: 0, to: 0 });
  });
});

describe('a text that is not XML', () => {
  it('is marked where it stops being it', () => {
    const broken = '<a>\n  <b>1</c>\n</a>';
    const mark = malformedAt(broken);
    expect(mark?.fault.mensaje).toBe('El cierre «</c>» no corresponde al elemento abierto');
    expect(broken.slice(0, mark?.from).split('\n')).toHaveLength(2);
  });

  it.each(['', '<a', '<!DOCTYPE a []><a/>', 'hola'])('%j is refused', (text) => {
    expect(malformedAt(text)).toMatchObject({ fault: { codigo: expect.stringMatching(/^xml\//) } });
  });

  it('is not said of one that is', () => expect(malformedAt(xml)).toBeUndefined());
});

describe('an XML laid out on lines', () => {
  it('has an element on each, deeper ones further in', () => {
    expect(indentXml('<a><b>1</b><c><d></d><e/></c></a>')).toBe(
      ['<a>', '  <b>1</b>', '  <c>', '    <d></d>', '    <e/>', '  </c>', '</a>'].join('\n'),
    );
  });

  it('says the same as before: every text kept, none added to an empty element', () => {
    expect(indentXml(xml).replace(/\n\s*/g, '')).toBe(xml);
  });

  it('is laid out once only', () => expect(indentXml(indentXml(xml))).toBe(indentXml(xml)));
});

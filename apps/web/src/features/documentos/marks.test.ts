import { describe, expect, it } from 'vitest';
import { indentXml } from '../../lib/indent-xml.ts';
import { malformedAt, marksOf } from './marks.ts';

const xml =
  '<ECF><Encabezado><IdDoc><TablaFormasPago><FormaDePago><FormaPago>1</FormaPago></FormaDePago>' +
  '<FormaDePago><FormaPago>99</FormaPago></FormaDePago></TablaFormasPago></IdDoc></Encabezado>' +
  '<DetallesItems><Item><NombreItem>Sal &amp; pimienta</NombreItem></Item></DetallesItems></ECF>';
const at = (text: string, campo: string) => {
  const [mark] = marksOf(text, [{ codigo: 'X', mensaje: 'mal', campo }]);
  return { text: text.slice(mark?.from, mark?.to), line: text.slice(0, mark?.from).split('\n').length };
};

describe('the place of a fault', () => {
  it('a fault is marked at the element that its path names, counting lines from one', () => {
    const lines = indentXml(xml);
    expect(at(lines, 'Encabezado.IdDoc.TablaFormasPago.FormaDePago[2].FormaPago')).toEqual({
      text: 'FormaPago',
      line: 9,
    });
    expect(at(lines, 'DetallesItems.Item[1].NombreItem')).toEqual({ text: 'NombreItem', line: 16 });
  });

  it('a fault of a missing element is marked at the nearest ancestor, and an unknown place at the root', () => {
    expect(at(xml, 'DetallesItems.Item[1].MontoItem').text).toBe('Item');
    expect(at(xml, 'DetallesItems.Item[7].MontoItem').text).toBe('DetallesItems');
    expect(at(xml, '').text).toBe('ECF');
  });

  it('a fault of a text without elements is marked at its start', () => {
    expect(marksOf('', [{ codigo: 'X', mensaje: 'mal' }])[0]).toMatchObject({ from: 0, to: 0 });
  });
});

describe('a text that is not XML', () => {
  it('a text that is not XML is marked where it becomes invalid', () => {
    const broken = '<a>\n  <b>1</c>\n</a>';
    const mark = malformedAt(broken);
    expect(mark?.fault.mensaje).toBe('El cierre «</c>» no corresponde al elemento abierto');
    expect(broken.slice(0, mark?.from).split('\n')).toHaveLength(2);
  });

  it.each(['', '<a', '<!DOCTYPE a []><a/>', 'hola'])('%j is refused as XML', (text) => {
    expect(malformedAt(text)).toMatchObject({ fault: { codigo: expect.stringMatching(/^xml\//) } });
  });

  it('a valid XML has no such mark', () => expect(malformedAt(xml)).toBeUndefined());
});

describe('an XML laid out on lines', () => {
  it('an XML laid out on lines has an element on each, deeper ones further in', () => {
    expect(indentXml('<a><b>1</b><c><d></d><e/></c></a>')).toBe(
      ['<a>', '  <b>1</b>', '  <c>', '    <d></d>', '    <e/>', '  </c>', '</a>'].join('\n'),
    );
  });

  it('an XML laid out on lines keeps every text, and none is added to an empty element', () => {
    expect(indentXml(xml).replace(/\n\s*/g, '')).toBe(xml);
  });

  it('an XML laid out on lines is not changed again', () => expect(indentXml(indentXml(xml))).toBe(indentXml(xml)));
});

import { describe, expect, test } from 'vitest';
import { empresaId, withHttp } from './testing/calls.ts';

const { inject, post } = withHttp();

describe('forms', () => {
  const send = async (parts: [string, string | Blob, string?][]) => {
    const form = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, fileName);
    }
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type')! };
    return inject({ method: 'POST', url: '/api/subida', payload: Buffer.from(await encoded.arrayBuffer()), headers });
  };

  test('the fields and files of a form arrive whole', async () => {
    const answer = await send([
      ['archivo', new Blob(['x'.repeat(5_000)]), 'año.p12'],
      ['clave', 'ñandú'],
    ]);
    expect(answer.json()).toEqual({ fields: { clave: 'ñandú' }, files: { archivo: ['año.p12', 5_000] } });
  });

  test('a form in Latin 1 is refused: its texts would lose letters', async () => {
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const payload = Buffer.from(`${part('clave', 'ñandú')}--x--\r\n`, 'latin1');
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await inject({ method: 'POST', url: '/api/subida', payload, headers });
    expect(answer.json()).toMatchObject({ status: 400, code: 'peticion/invalida' });
    expect(answer.json().detail).toBe('clave no es UTF-8. Envíe el formulario codificado en UTF-8.');
  });

  test('the parts of a form are accepted by any of their names, in any letter case', async () => {
    const answer = await send([
      ['P12', new Blob(['x']), 'a.p12'],
      ['CLAVE', 'abc'],
    ]);
    expect(answer.json()).toEqual({ fields: { clave: 'abc' }, files: { archivo: ['a.p12', 1] } });
  });

  test('a text of XML where a file is wanted is the file, unless the file is there too', async () => {
    const alone = await send([['archivo', '<a>ñ</a>']]);
    expect(alone.json()).toEqual({ fields: {}, files: { archivo: ['', 9] } });
    const both = await send([
      ['p12', '<a/>'],
      ['archivo', new Blob(['<ab/>']), 'a.xml'],
    ]);
    expect(both.json()).toEqual({ fields: {}, files: { archivo: ['a.xml', 5] } });
  });

  test.each<[string, [string, string | Blob, string?][], string]>([
    ['without what is required', [['clave', 'abc']], 'archivo es obligatorio'],
    ['with a text where a file is wanted', [['archivo', 'abc']], 'archivo debe ser un archivo'],
    ['with a file where a text is wanted', [['clave', new Blob(['x']), 'a']], 'clave debe ser texto, no un archivo'],
    [
      'with a text of another form',
      [
        ['archivo', new Blob(['x']), 'a'],
        ['clave', 'abcdef'],
      ],
      'clave no puede tener más de 5 caracteres',
    ],
    ['with a part of another name', [['otro', 'x']], 'otro no es un campo de esta petición'],
  ])('a form %s is refused, with the name of the part', async (_, parts, detail) => {
    expect((await send(parts)).json()).toMatchObject({ status: 400, code: 'peticion/invalida', detail });
  });

  test('a form that is too large, has too many parts, or is not a form is refused', async () => {
    expect((await send([['archivo', new Blob(['x'.repeat(20_000)]), 'a']])).json()).toMatchObject({
      code: 'peticion/muy-grande',
    });
    const many = Array.from({ length: 30 }, (_, i): [string, string] => [`c${i}`, 'x']);
    expect((await send(many)).json()).toMatchObject({ code: 'peticion/muy-grande' });
    expect((await post('/api/subida', {})).json()).toMatchObject({
      code: 'peticion/tipo',
      detail: 'Envíe el cuerpo como multipart/form-data',
    });
    const cut = {
      method: 'POST' as const,
      url: '/api/subida',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    };
    const broken = await inject({
      ...cut,
      payload: '--x\r\nContent-Disposition: form-data; name="archivo"; filename="a"\r\n\r\nxx',
    });
    expect(broken.statusCode).toBe(400);
  });

  test('endless names of a form are refused without repeating them', async () => {
    for (const name of ['n'.repeat(500_000), `n"; filename="${'a'.repeat(500_000)}`, 'n'.repeat(3_000)]) {
      const answer = await inject({
        method: 'POST',
        url: '/api/subida',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        payload: `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nb\r\n--x--\r\n`,
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.body.length).toBeLessThan(1_000);
    }
    const answer = await post(`/api/eco/${empresaId}`, {
      texto: 'x',
      ['n'.repeat(9_000)]: 1,
      [`${'m'.repeat(9_000)}\0`]: 1,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(2_000);
  });
});

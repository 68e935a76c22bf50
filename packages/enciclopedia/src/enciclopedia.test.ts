import { readdirSync, readFileSync } from 'node:fs';
import { problems } from '@timbre/contract';
import { officialCodes, rules, strictCodes } from '@timbre/ecf';
import {
  auditRules,
  type FormatCode,
  formats,
  quickbooksFailures,
  rulesOf,
  unansweredRules,
  unconfirmedRule,
  unreadRules,
  waitingRules,
} from '@timbre/reports';
import { expect, it } from 'vitest';
import { type Articulo, articuloDe, articulos, codigoEn, direccionDe, explica, parteDe } from './index.ts';
import { significadoDGII } from './significados-dgii.ts';

const repository = new URL('../../../', import.meta.url);

/** The codes written as texts in the sources of the platform, its rules and its structure checks. */
function codesInSources(pattern: RegExp): Set<string> {
  const codes = new Set<string>();
  for (const group of ['packages/', 'apps/'])
    for (const path of readdirSync(new URL(group, repository), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path) || /node_modules|dist\/|testing\/|\.test\.|^enciclopedia\//.test(path)) continue;
      const text = readFileSync(new URL(group + path, repository), 'utf8');
      for (const [, code] of text.matchAll(pattern)) codes.add(code!);
    }
  return codes;
}

const reportRules = [
  ...(Object.keys(formats) as FormatCode[]).flatMap(rulesOf),
  ...Object.values(unreadRules),
  ...Object.values(unansweredRules),
  unconfirmedRule,
  ...Object.values(waitingRules),
];
const ofReports = ['compras', 'ventas', 'anuladosYExterior', 'it1'];
const elsewhere = ['dgii', 'plataforma', 'quickbooks', 'normas', ...ofReports];

const ofFamilies = (...families: readonly string[]) =>
  articulos.filter(({ familia }) => families.includes(familia)).map(({ codigo }) => codigo);

it('every code of the documents, the workbook and the sending has one article, and no article is of another code', () => {
  const written = codesInSources(
    /['"`]((?:ECF|RFCE|ACECF|ARECF|ANECF|XSD|ESTRICTO|LIBRO|EXCEL|JSON|ENVIO|ENSAYO)-[A-Z0-9-]+)['"`]/g,
  );
  const declared = [...rules.map(({ code }) => code), ...Object.keys(officialCodes), ...Object.keys(strictCodes)];
  const ofXml = [...codesInSources(/'((?:firma|xml)\/[a-z0-9-]+)'/g)].filter((code) => !(code in problems));
  const expected = new Set([...written, ...declared, ...ofXml]);
  const own = articulos.filter(({ familia }) => !elsewhere.includes(familia)).map(({ codigo }) => codigo);
  const where = 'codes, and the articles of packages/enciclopedia/src/textos';
  expect(own.toSorted(), where).toEqual([...expected].sort());
});

it('every refusal of the platform has one article, and no other', () => {
  expect(ofFamilies('plataforma').toSorted()).toEqual(Object.keys(problems).sort());
});

it('the norms that no rule checks have articles that name their source, and say what is not confirmed', () => {
  expect(ofFamilies('normas')).toEqual(['NORMA-CALENDARIO', 'NORMA-SERIE-B', 'NORMA-CONTINGENCIA']);
  for (const codigo of ofFamilies('normas')) {
    const { causa, fuente } = articuloDe(codigo)!;
    expect(fuente, codigo).toMatch(/Ley 32-23/);
    expect(causa, codigo).toMatch(/publicaciones de terceros/);
  }
});

it('every reason why a document of QuickBooks is not reported has one article, and no other', () => {
  expect(ofFamilies('quickbooks').toSorted()).toEqual(Object.keys(quickbooksFailures).sort());
});

it('every rule of the fiscal reports has one article, and no other', () => {
  const declared = new Set([...reportRules, ...auditRules].map(({ code }) => code));
  expect(ofFamilies(...ofReports).toSorted()).toEqual([...declared].sort());
});

it('an article of a report has the severity and the source of its rule, its place, and what the DGII does', () => {
  for (const { code, severity, source } of [...reportRules, ...auditRules]) {
    const { gravedad, fuente, severidad, numero } = articuloDe(code)!;
    expect({ gravedad, fuente, severidad, numero }, code).toEqual({
      gravedad: severity,
      fuente: source,
      severidad: undefined,
      numero: 'no-aplica',
    });
  }
  expect(articuloDe('606-CAMPO-03')?.donde).toBe('Campos 8 a 16 y 18 a 22');
  expect(articuloDe('607-CAMPO-02')?.donde).toBe('Campos 2 y 5');
  expect(articuloDe('606-ITBIS-01')?.donde).toBe('Campo 12, ITBIS Retenido');
  expect(articuloDe('606-LINEAS-01')?.donde).toBe('Todo el archivo');
  expect(articuloDe('IT1-SALDO-01')?.donde).toBe('Casilla 29, Saldo a favor anterior');
  expect(articuloDe('606-ITBIS-01')?.dgii).toMatch(/herramienta oficial.*Oficina Virtual/);
});

it('every message code that the built-in DGII answers, and that a rule names, has one article, and no other', () => {
  const answered = codesInSources(/codigo: '(\d{1,4})'/g);
  // Kinds of references.
  const noMessages = new Set(['1', '2', '3', '5']);
  const isTax = (code: string) => /^0\d\d$/.test(code);
  const expected = new Set([...answered].filter((code) => !noMessages.has(code) && !isTax(code) && !(code in formats)));
  for (const { codigoDGII } of rules) if (codigoDGII !== undefined) expected.add(codigoDGII);
  expect(ofFamilies('dgii').toSorted()).toEqual([...expected].sort());
});

it('an article has the severity, the source and the number of its rule', () => {
  for (const { code, severity, source, leavesNumberFree } of rules) {
    const { severidad, fuente, numero } = articuloDe(code)!;
    expect({ severidad, fuente }, code).toEqual({ severidad: severity, fuente: source });
    if (/^A[CRN]ECF-/.test(code) || severity === 'aviso') expect(numero, code).toBe('no-aplica');
    else expect(numero, code).toBe(leavesNumberFree ? 'libre' : 'usado');
  }
  for (const code of Object.keys(officialCodes)) expect(articuloDe(code)?.numero, code).toBe('libre');
});

const texts = ({ significa, causa, remedio, dgii }: Articulo) =>
  [significa, causa, remedio, dgii].filter((text) => text !== undefined);

it('a text is short, begins with a capital and ends with a period', () => {
  for (const articulo of articulos) {
    const { codigo, titulo, familia } = articulo;
    if (familia !== 'plataforma') expect(titulo.length, `${codigo}: ${titulo}`).toBeLessThanOrEqual(70);
    expect(titulo, codigo).not.toMatch(/\.$/);
    for (const text of texts(articulo)) {
      expect(text, codigo).toMatch(/^[A-ZÁÉÍÓÚ«].*\.$/s);
      expect(text.length, `${codigo}: ${text}`).toBeLessThan(260);
    }
  }
});

it('a text addresses one person, formally, and does not mention the implementation', () => {
  for (const articulo of articulos)
    for (const text of [articulo.titulo, ...texts(articulo)])
      if (articulo.familia !== 'plataforma' || text !== articulo.titulo)
        expect(text, articulo.codigo).not.toMatch(
          /\b(tú|tu|tus|puedes|debes|por favor|backend|endpoint|string|null|undefined)\b/i,
        );
});

it('the article that another is related to exists, and is not the same', () => {
  for (const { codigo, relacionados } of articulos)
    for (const one of relacionados) {
      expect(articuloDe(one), `${codigo} → ${one}`).toBeDefined();
      expect(one).not.toBe(codigo);
    }
});

it('the address of a code leads back to it', () => {
  for (const { codigo } of articulos) expect(codigoEn(parteDe(codigo))).toBe(codigo);
  expect(direccionDe('ECF-RNC-01')).toBe('/enciclopedia/ECF-RNC-01');
});

it('a message code of the DGII has a meaning; its general code and an unknown one have none', () => {
  expect(significadoDGII('614')).toContain('factura que esta nota modifica');
  expect([significadoDGII('0'), significadoDGII('9999'), significadoDGII('toString')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('every code of a fault or a verdict is linked, except a refusal, the general code and one without article', () => {
  for (const { codigo, familia } of articulos)
    expect(explica(codigo), codigo).toBe(familia !== 'plataforma' && codigo !== '0');
  for (const codigo of ['', '0', '99999', 'peticion/minLength']) expect(explica(codigo), codigo).toBe(false);
});

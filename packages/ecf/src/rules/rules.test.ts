import { describe, expect, it } from 'vitest';
import { type Base, bases, kindOf, spoiled } from '../../testing/broken.ts';
import { brokenContent } from '../../testing/broken-content.ts';
import { brokenTotals } from '../../testing/broken-totals.ts';
import { writeDocument } from '../codec/write-document.ts';
import { validate } from '../validate.ts';
import { checkRules, rules } from './check.ts';

const broken = { ...brokenContent, ...brokenTotals };

describe('valid documents', () => {
  it.each(Object.keys(bases) as Base[])('the valid document %s has no fault, of structure or rule', (base) => {
    const now = Date.UTC(2025, 10, 15, 14, 30);
    expect(validate(kindOf(base), bases[base], { now })).toEqual([]);
    expect(writeDocument(kindOf(base), bases[base])).toContain(base === 'ANECF' ? 'RncEmisor' : 'RNCEmisor');
  });
});

describe('every rule', () => {
  it('every rule has its own code and a document that breaks it', { tags: ['S5-14', 'P3.7'] }, () => {
    const codes = rules.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.keys(broken).sort()).toEqual([...codes].sort());
    expect(rules.filter(({ source }) => source === '')).toEqual([]);
  });

  it.each(Object.entries(broken))('%s is broken by its example, and nothing else is', (code, example) => {
    const faults = checkRules(kindOf(example.of), spoiled(example), example.options ?? {});
    expect(faults.map((fault) => fault.code).sort()).toEqual([code, ...(example.also ?? [])].sort());
    const fault = faults.find((f) => f.code === code);
    expect(fault?.message).toMatch(/^[A-ZÁÉÍÓÚ«].*[^.]$/);
    expect(fault?.message).not.toMatch(/undefined|NaN|\[object/);
    expect(fault?.severity).toBe(rules.find((rule) => rule.code === code)?.severity);
  });
});

import { compare, type Fecha, isLateNote, zero } from '@timbre/values';
import type { Draft607 } from '../layout/607.ts';
import { type Drafts, type FormatCode, formatOf, type Keys } from '../layout/formats.ts';
import { isConsumo, isNota, isNotaCredito } from '../layout/ncf.ts';
import { mayLackBuyer } from './buyer.ts';
import type { CrossRule, RuleContext } from './rule.ts';

/** Fields of a row of any format that the rules across rows read. */
interface Named {
  readonly rnc_cedula?: string | undefined;
  readonly id_tributaria?: string | undefined;
  readonly ncf?: string | undefined;
  readonly numero_documento?: string | undefined;
  readonly ncf_modificado?: string | undefined;
  readonly fecha_comprobante?: string | undefined;
  readonly fecha_pago?: string | undefined;
}

const numberOf = (row: Named): string => row.ncf ?? row.numero_documento ?? '';
/**
 * Key of a receipt. Numbers on paper are unique only for their issuer, so the key of a purchase includes the supplier.
 */
const keyOf = (code: FormatCode, row: Named): string =>
  code === '606' || code === '609' ? `${row.rnc_cedula ?? row.id_tributaria}|${numberOf(row)}` : numberOf(row);

/** The same receipt twice in one file. */
const duplicated = (code: FormatCode) => ({
  code: `${code}-DUPLICADO-01`,
  severity: 'error' as const,
  at: code === '609' ? 'numero_documento' : 'ncf',
  source: 'Instructivo 606: NCF ya reportado',
  start: () => {
    const seen = new Set<string>();
    return {
      see: (row: Named) => {
        if (numberOf(row) === '') return true;
        const before = seen.size;
        return seen.add(keyOf(code, row)).size > before;
      },
    };
  },
  message: (row: Named) => `${numberOf(row)} ya está en otra línea de este archivo: deje una sola`,
});

/** More rows than a file may have. */
const tooMany = (code: FormatCode, most: number) => ({
  code: `${code}-LINEAS-01`,
  severity: 'error' as const,
  at: formatOf(code).fields[0]!.key,
  source: formatOf(code).source,
  start: () => ({ see: (_: Named, index: number) => index !== most }),
  message: `El archivo pasa de ${most} líneas, las que admite la DGII: esta es la primera que sobra`,
});

/** A note whose receipt is neither in the file nor in an earlier one. Not checked without `reported`. */
const orphanNote = (code: '606' | '607') => ({
  code: `${code}-NOTA-01`,
  severity: 'aviso' as const,
  at: 'ncf_modificado',
  source: 'Instructivo 606: alertas del servidor',
  start: ({ reported }: RuleContext) => {
    const numbers = new Set<string>();
    const notes = new Map<number, Named>();
    return {
      see: (row: Named, index: number) => {
        numbers.add(keyOf(code, row));
        if (reported !== undefined && isNota(numberOf(row)) && (row.ncf_modificado ?? '') !== '') notes.set(index, row);
        return true;
      },
      *end() {
        for (const [index, row] of notes) {
          const base = { rnc_cedula: row.rnc_cedula, ncf: row.ncf_modificado };
          if (!numbers.has(keyOf(code, base)) && reported?.(row.rnc_cedula ?? '', row.ncf_modificado!) === undefined)
            yield index;
        }
      },
    };
  },
  message: (row: Named) =>
    `${row.ncf_modificado}, que esta nota modifica, nunca se reportó: repórtelo antes o corrija el número`,
});

/** A note without a buyer, on a sale to a consumer that must name its buyer because of its amount. */
const buyerOfNote = {
  code: '607-ID-05',
  severity: 'error' as const,
  at: 'rnc_cedula',
  source: 'NG 07-18, arts. 4 y 13; NG 10-18',
  start: () => {
    const named = new Set<string>();
    const notes = new Map<number, Draft607>();
    return {
      see: (row: Draft607, index: number) => {
        const { ncf = '', ncf_modificado = '', rnc_cedula = '' } = row;
        if (isConsumo(ncf) && !mayLackBuyer(row)) named.add(ncf);
        if (rnc_cedula === '' && isNota(ncf) && isConsumo(ncf_modificado)) notes.set(index, row);
        return true;
      },
      *end() {
        for (const [index, { ncf_modificado }] of notes) if (named.has(ncf_modificado!)) yield index;
      },
    };
  },
  message: (row: Named) =>
    `Falta el RNC o la cédula del cliente: ${row.ncf_modificado}, que esta nota modifica, lo lleva por su monto`,
};

/**
 * A receipt already reported in an earlier period: only its later payment, with the same date, is reported again
 * (606).
 */
const reportedBefore = (code: '606' | '607') => ({
  code: `${code}-DUPLICADO-02`,
  severity: 'error' as const,
  at: 'ncf',
  source: 'Instructivo 606: NCF ya reportado; campo 6',
  start: ({ reported, periodo }: RuleContext) => ({
    see: (row: Named) => {
      const before = reported?.(row.rnc_cedula ?? '', numberOf(row));
      if (before === undefined || before.periodo >= periodo) return true;
      if (code === '607' || row.fecha_pago === undefined) return false;
      return before.fecha_comprobante === undefined || before.fecha_comprobante === row.fecha_comprobante;
    },
  }),
  message:
    code === '607'
      ? (row: Named) => `${numberOf(row)} ya se reportó en un período anterior: quite la línea`
      : (row: Named) =>
          `${numberOf(row)} ya se reportó: solo vuelve para declarar su pago, con fecha de pago y la misma fecha de comprobante`,
});

/**
 * A credit note with ITBIS after more than 30 days: it refunds none. Its receipt is in the file, or in an earlier one.
 */
const lateNote = () => ({
  code: '607-NOTA-02',
  severity: 'aviso' as const,
  at: 'itbis_facturado',
  source: 'Código Tributario, art. 338; Formato e-CF v1.0, IndicadorNotaCredito',
  start: ({ reported }: RuleContext) => {
    const days = new Map<string, Fecha | undefined>();
    const notes = new Map<number, Draft607>();
    return {
      see: (row: Draft607, index: number) => {
        days.set(row.ncf ?? '', row.fecha_comprobante);
        if (isNotaCredito(row.ncf ?? '') && compare(row.itbis_facturado ?? zero, zero) > 0) notes.set(index, row);
        return true;
      },
      *end() {
        for (const [index, { rnc_cedula = '', ncf_modificado = '', fecha_comprobante: fecha }] of notes) {
          const day = days.get(ncf_modificado) ?? reported?.(rnc_cedula, ncf_modificado)?.fecha_comprobante;
          if (day !== undefined && fecha !== undefined && isLateNote(day, fecha)) yield index;
        }
      },
    };
  },
  message: ({ ncf_modificado }: Draft607) =>
    `La nota se emitió más de 30 días después de ${ncf_modificado} y lleva ITBIS: no se devuelve, y el IT-1 no lo resta`,
});

/** The rules across the rows of a format. */
export function crossRules<Code extends FormatCode>(code: Code): CrossRule<Code, Drafts[Code]>[] {
  const most = formatOf(code).mostRows;
  const rules = [
    duplicated(code),
    ...(most === undefined ? [] : [tooMany(code, most)]),
    ...(code === '607' ? [buyerOfNote] : []),
    ...(code === '606' || code === '607' ? [orphanNote(code), reportedBefore(code)] : []),
    ...(code === '607' ? [lateNote()] : []),
  ];
  return rules.map((rule) => ({ ...rule, at: rule.at as Keys[Code] })) as unknown as CrossRule<Code, Drafts[Code]>[];
}

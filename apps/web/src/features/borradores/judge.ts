import { asIfNumbered, completeDraft, type Draft, type IssuerFacts, lineAmounts, validate } from '@timbre/ecf';
import { type Decimal, formatDecimal, formatFecha } from '@timbre/values';
import { bodyOf, lineInDraft } from './draft.ts';
import { type Tree, textAt } from './tree.ts';

/** What is wrong with a draft, in the words of the server. */
export interface DraftFault {
  /** Where, by the lines of the draft. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** The DGII would accept it with a remark. */
  readonly isNotice: boolean;
}

/** A draft completed and judged. */
export interface Judgement {
  /** What is sent to be issued. */
  readonly body: Tree;
  readonly faults: readonly DraftFault[];
  readonly totales: Readonly<Record<string, string>>;
  /** MontoItem and ITBIS of each written line. */
  readonly lines: readonly { readonly monto: string; readonly itbis: string }[];
}

/** Completes and judges a draft, with the code that the server uses when it is issued. */
export function judge(draft: Tree, issuer: IssuerFacts, now: number): Judgement {
  const body = bodyOf(draft, formatFecha(now));
  const completed = completeDraft(body as Draft, issuer, now);
  const itbis = lineAmounts(completed);
  const faults = validate('ECF', asIfNumbered(completed, now), { now }).map(({ path, code, message, severity }) => ({
    path: inDraft(draft, path),
    code,
    message,
    isNotice: severity !== 'rechazo',
  }));
  return {
    body,
    faults,
    totales: completed.Encabezado.Totales as unknown as Judgement['totales'],
    lines: (completed.DetallesItems?.Item ?? []).map((item, i) => ({
      monto: textAt(item as unknown as Tree, 'MontoItem'),
      itbis: decimalText(itbis[i]?.itbis),
    })),
  };
}

const inDraft = (draft: Tree, path: string): string =>
  path.replace(
    /(DetallesItems\.Item\[)(\d+)/,
    (_, before: string, line: string) => `${before}${lineInDraft(draft, Number(line))}`,
  );

const decimalText = (amount: Decimal | undefined): string => (amount === undefined ? '' : formatDecimal(amount, 2));

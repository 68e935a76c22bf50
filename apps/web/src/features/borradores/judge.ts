import {
  asIfNumbered,
  changedText,
  completeDraft,
  type Draft,
  factOfFault,
  type IssuerFacts,
  lineAmounts,
  type RuleFault,
  type RuleOptions,
  validate,
} from '@timbre/ecf';
import { type Decimal, formatDecimal, formatFecha } from '@timbre/values';
import { bodyOf, lineInDraft, withholdingPaths } from './draft.ts';
import { type DraftFault, inForm } from './fault-words.ts';
import { referenceFaults } from './reference-faults.ts';
import { type CompanyFacts, type Withheld, withheldSums, withWithholding } from './retenciones.ts';
import { type Tree, textAt } from './tree.ts';

/** A draft completed and judged. */
export interface Judgement {
  /** The body sent to be issued. */
  readonly body: Tree;
  readonly faults: readonly DraftFault[];
  readonly totales: Readonly<Record<string, string>>;
  /** MontoItem and ITBIS of each written line. */
  readonly lines: readonly {
    readonly monto: string;
    readonly itbis: string;
    readonly itbisRetenido: string;
    readonly isrRetenido: string;
  }[];
  /** The withholdings; undefined for types that withhold nothing. */
  readonly retenciones: Withheld | undefined;
}

/** The question that must be answered before anything is withheld. */
const asked = {
  path: withholdingPaths.retiene,
  code: 'ECF-RETENCION-06',
  message: 'Diga si su empresa retiene a quienes le venden',
  isNotice: false,
} as const;

/** The company, and the specific excise rates added to the official ones. */
type Issuer = IssuerFacts & {
  readonly datos: CompanyFacts;
  readonly tasasSelectivo: NonNullable<RuleOptions['tasas']>;
};

/** Completes and judges a draft, with the same code that the server uses when it issues it. */
export function judge(draft: Tree, issuer: Issuer, now: number): Judgement {
  const { tasasSelectivo: tasas } = issuer;
  const written = bodyOf(draft, formatFecha(now));
  const withheld = withWithholding(draft, written, issuer.datos, now);
  const body = withheld?.body ?? written;
  const changed: string[] = [];
  const completed = completeDraft(body as Draft, issuer, now, tasas, (path) => changed.push(path));
  const itbis = lineAmounts(completed);
  const stated = (body as Draft).Encabezado?.Emisor ?? {};
  const faultOf = (fault: RuleFault): DraftFault =>
    inForm({
      path: inDraft(draft, fault.path),
      code: fault.code,
      message: fault.message,
      isNotice: fault.severity !== 'rechazo',
      dato: factOfFault(fault, stated),
    });
  const allFaults = [
    ...changed.map(changedText),
    ...validate('ECF', asIfNumbered(completed, now), { now, tasas, emisor: issuer.datos }),
  ];
  const ofDocument = withheld?.isAsked ? allFaults.filter(({ code }) => code !== asked.code) : allFaults;
  const ofReference = referenceFaults(draft, formatFecha(now));
  const faults = ofDocument.map(faultOf).filter(({ path }) => ofReference.every((own) => own.path !== path));
  return {
    body,
    faults: [...ofReference, ...faults, ...(withheld?.isAsked ? [asked] : [])],
    totales: completed.Encabezado.Totales as unknown as Judgement['totales'],
    lines: (completed.DetallesItems?.Item ?? []).map((item, i) => ({
      monto: textAt(item as unknown as Tree, 'MontoItem'),
      itbis: decimalText(itbis[i]?.itbis),
      itbisRetenido: textAt(item as unknown as Tree, 'Retencion.MontoITBISRetenido'),
      isrRetenido: textAt(item as unknown as Tree, 'Retencion.MontoISRRetenido'),
    })),
    retenciones: withheld && {
      isAsked: withheld.isAsked,
      groups: withheld.groups,
      ...withheldSums(draft, body, completed.Encabezado.Totales?.MontoTotal),
    },
  };
}

const inDraft = (draft: Tree, path: string): string =>
  path.replace(
    /(DetallesItems\.Item\[)(\d+)/,
    (_, before: string, line: string) => `${before}${lineInDraft(draft, Number(line))}`,
  );

const decimalText = (amount: Decimal | undefined): string => (amount === undefined ? '' : formatDecimal(amount, 2));

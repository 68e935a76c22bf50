import type { Draft } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import { type Chance, chanceOf } from './chance.ts';
import { type Lado, lados } from './companies.ts';
import { drafts, inDollars, noteOf, quantityOf } from './drafts.ts';
import { type Good, lineOf, type Party, suppliers } from './goods.ts';

/** A document to be issued. */
export interface Sale {
  readonly lado: Lado;
  /** Its idempotency key: it is issued once. */
  readonly key: string;
  readonly at: Date;
  readonly draft: Draft;
  /** The invoice that it modifies, which an earlier step issued. */
  readonly modifies?: Sale;
  /** Its verdict, if it is not the usual acceptance. */
  readonly fate?: 'rechazado' | 'condicional' | 'sin_confirmar' | 'anulado';
}

/** An e-CF of a supplier to be received. */
export interface Purchase {
  readonly lado: Lado;
  readonly at: Date;
  readonly supplier: Party;
  /** Its number within its supplier's. */
  readonly numero: number;
  readonly line: ReturnType<typeof lineOf>;
  /** The company answers it. */
  readonly answered: boolean;
}

/** The answers and the filing of a month by a company, some days after its end. */
export interface Closing {
  readonly lado: Lado;
  /** yyyyMM. */
  readonly periodo: string;
  /** It is answered whole and filed; else four of five lines are answered. */
  readonly filed: boolean;
}

/** All that happens at one moment. */
export interface Step {
  readonly at: Date;
  readonly sales: readonly Sale[];
  readonly purchases: readonly Purchase[];
  readonly closings: readonly Closing[];
}

/** How many days before today the history begins. */
export const wholeHistory = 182;

const dayMs = 24 * 60 * 60 * 1_000;

/** The days of the week on which each company issues and receives, 0 = Sunday: each day costs transactions. */
const openOn: Readonly<Record<Lado, ReadonlySet<number>>> = {
  tienda: new Set([2, 4, 5, 6]),
  importadora: new Set([2, 5]),
};

/** How often each type is issued on such a day. */
const daily: Readonly<Record<Lado, Readonly<Partial<Record<TipoECF, number>>>>> = {
  tienda: { 31: 1.1, 32: 5, 33: 0.05, 34: 0.12, 41: 0.22, 43: 0.19, 44: 0.05, 45: 0.06 },
  importadora: { 31: 3.2, 32: 0.2, 33: 0.08, 34: 0.15, 41: 0.12, 43: 0.25, 44: 0.25, 45: 0.25, 46: 0.4, 47: 0.25 },
};
/** The hours in which documents are issued: one moment a day, because each costs transactions. */
const hours = { first: 9, last: 17 } as const;
/** How often a supplier sends an invoice on a day of its customer. */
const purchased: Readonly<Record<Lado, number>> = { tienda: 0.09, importadora: 0.12 };
const noteWithinMs = 25 * dayMs;

/** Days before today of what is shown once: all within the month that is open. */
const special = { rechazado: 3, condicional: 4, sin_confirmar: 1, anulado: 5 } as const;
/**
 * Days before today of the two e-CF that were not answered: one came the day before yesterday, and the other is answered
 * until the 606 of its month is due, on the fifteenth of the next: its day is the nearest that is not over.
 */
const unanswered = (today: string): readonly number[] => {
  const day = Number(today.slice(8));
  return [day > 15 ? day - 1 : 20, 2];
};

/** A moment of a day in Santo Domingo. @param day yyyy-MM-dd */
const momentOf = (day: string, hour: number, minute: number): Date =>
  new Date(`${day}T${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}:00-04:00`);

const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T12:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/** Periods before a day: 1 is the last whole month. */
const monthBefore = (today: string, months: number): string => {
  const at = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - months;
  return `${Math.floor(at / 12)}${String((at % 12) + 1).padStart(2, '0')}`;
};

/**
 * What the two companies of a demonstration did in half a year, in order. It follows from the day on which it is made:
 * the same day gives the same documents.
 *
 * @param today yyyy-MM-dd
 * @param days the history begins so many days before
 */
export function planOf(today: string, days = wholeHistory): readonly Step[] {
  const steps: Step[] = [];
  const planner = new Planner(today);
  for (let before = days; before >= 1; before--) steps.push(planner.stepOf(before));
  return steps.filter(({ sales, purchases, closings }) => sales.length + purchases.length + closings.length > 0);
}

class Planner {
  readonly #today: string;
  readonly #count = { tienda: 0, importadora: 0 };
  readonly #bought = new Map<string, number>();
  readonly #recent: Sale[] = [];
  readonly #debts = new Map<string, number>();

  constructor(today: string) {
    this.#today = today;
  }

  /** The documents of a day, so many days before today. */
  stepOf(before: number): Step {
    const day = dayBefore(this.#today, before);
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
    const chance = chanceOf(Number(day.replaceAll('-', '')));
    const open = lados.filter((lado) => openOn[lado].has(weekday));
    const at = momentOf(day, chance.between(hours.first, hours.last), chance.between(0, 59));
    const sold = open.flatMap((lado) => this.#salesOf(chance, lado, at));
    this.#recent.push(...sold);
    return {
      at,
      sales: [...sold, ...this.#shownOf(chance, before, at)],
      purchases: this.#purchasesOf(chance, open, before, at),
      closings: this.#closingsOf(day, before),
    };
  }

  /** The sales of a day. */
  #salesOf(chance: Chance, lado: Lado, at: Date): readonly Sale[] {
    return Object.entries(daily[lado]).flatMap(([tipo, often]) => {
      const due = (this.#debts.get(lado + tipo) ?? chance.between(0, 99) / 100) + often;
      const count = Math.floor(due);
      this.#debts.set(lado + tipo, due - count);
      return Array.from({ length: count }, () => this.#saleOf(chance, lado, tipo as TipoECF, at)).flat();
    });
  }

  #saleOf(chance: Chance, lado: Lado, tipo: TipoECF, at: Date): readonly Sale[] {
    if (tipo !== '33' && tipo !== '34') {
      const draft = drafts[tipo](chance, lado);
      const foreign = lado === 'importadora' && (tipo === '46' || (tipo === '31' && chance.happens(0.2)));
      return [
        this.#keyed({
          lado,
          at,
          draft: foreign ? inDollars(draft, (chance.between(6_150, 6_390) / 100).toFixed(4)) : draft,
        }),
      ];
    }
    const open = this.#recent.findIndex(
      (sale) =>
        sale.lado === lado &&
        sale.draft.Encabezado?.IdDoc?.TipoeCF === '31' &&
        sale.draft.Encabezado.OtraMoneda === undefined &&
        at.getTime() - sale.at.getTime() < noteWithinMs,
    );
    if (open === -1) return [];
    const [modifies] = this.#recent.splice(open, 1);
    return [this.#keyed({ lado, at, draft: noteOf(tipo, modifies!.draft), modifies: modifies! })];
  }

  #keyed(sale: Omit<Sale, 'key'>): Sale {
    this.#count[sale.lado] += 1;
    return { ...sale, key: `demostracion-${this.#today}-${this.#count[sale.lado]}` };
  }

  /** The documents of the shop that are shown once. */
  #shownOf(chance: Chance, before: number, at: Date): readonly Sale[] {
    return (Object.keys(special) as (keyof typeof special)[])
      .filter((fate) => special[fate] === before)
      .map((fate) => this.#keyed({ lado: 'tienda', at, draft: drafts[31](chance, 'tienda'), fate }));
  }

  #purchasesOf(chance: Chance, open: readonly Lado[], before: number, at: Date): readonly Purchase[] {
    const ordered = open.flatMap((lado) =>
      suppliers[lado].flatMap((supplier) =>
        chance.happens(purchased[lado]) ? [this.#purchaseOf(chance, lado, supplier, at, true)] : [],
      ),
    );
    const left = unanswered(this.#today).some((days) => days === before)
      ? [this.#purchaseOf(chance, 'tienda', suppliers.tienda[0]!, at, false)]
      : [];
    return [...ordered, ...left];
  }

  #purchaseOf(
    chance: Chance,
    lado: Lado,
    supplier: Party & { readonly good: Good },
    at: Date,
    answered: boolean,
  ): Purchase {
    // A supplier of both companies has one series of numbers.
    const numero = (this.#bought.get(supplier.id) ?? 0) + 1;
    this.#bought.set(supplier.id, numero);
    const { good } = supplier;
    const line = lineOf(good, quantityOf(chance, good), Math.round((good.precio * chance.between(90, 115)) / 100));
    return { lado, at, supplier, numero, line, answered };
  }

  /** On the twelfth the shop files what is due for the month before; yesterday it began with the last month. */
  #closingsOf(day: string, before: number): readonly Closing[] {
    if (before === 1) return [{ lado: 'tienda', periodo: monthBefore(this.#today, 1), filed: false }];
    const filed = monthBefore(this.#today, 2);
    const isDue = day.endsWith('-12') && monthBefore(day, 1) === filed;
    return isDue ? [{ lado: 'tienda', periodo: filed, filed: true }] : [];
  }
}

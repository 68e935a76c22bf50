/** Whether the number of a document is used up if the DGII receives it with the fault. */
export type Numero = 'libre' | 'usado' | 'depende' | 'no-aplica';

/** Hand-written text of a code. The facts that its rule declares are not repeated here. */
export interface Texto {
  /** Noun first, 70 characters at most. */
  readonly titulo: string;
  readonly significa: string;
  /** Why it happens. */
  readonly causa: string;
  /** The steps to take, and where to take them. */
  readonly remedio: string;
  readonly relacionados?: readonly string[];
}

/** The text of a code without a rule: it declares the state of the number and the source itself. */
export interface TextoSuelto extends Texto {
  readonly numero: Numero;
  /** Document, and place in it. */
  readonly fuente: string;
}

/** The text of a rule of the fiscal reports; the rule declares severity, place and source. */
export interface TextoDeReporte extends Texto {
  /** The DGII's response to the fault. */
  readonly dgii: string;
}

export type Textos = Readonly<Record<string, Texto>>;
export type TextosSueltos = Readonly<Record<string, TextoSuelto>>;
export type TextosDeReporte = Readonly<Record<string, TextoDeReporte>>;

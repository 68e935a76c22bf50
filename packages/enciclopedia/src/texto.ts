/** What happens to the number of a document that the authority receives with the fault. */
export type Numero = 'libre' | 'usado' | 'depende' | 'no-aplica';

/** What a person writes of a code. What its rule declares is not repeated here. */
export interface Texto {
  /** Noun first, 70 characters at most. */
  readonly titulo: string;
  readonly significa: string;
  /** Why it happens. */
  readonly causa: string;
  /** What to do, and where. */
  readonly remedio: string;
  readonly relacionados?: readonly string[];
}

/** The text of a code without a rule, which declares its own fate and source. */
export interface TextoSuelto extends Texto {
  readonly numero: Numero;
  /** Document, and place in it. */
  readonly fuente: string;
}

/** The text of a rule of the fiscal reports, which declares its own severity, place and source. */
export interface TextoDeReporte extends Texto {
  /** What the DGII does about it. */
  readonly dgii: string;
}

export type Textos = Readonly<Record<string, Texto>>;
export type TextosSueltos = Readonly<Record<string, TextoSuelto>>;
export type TextosDeReporte = Readonly<Record<string, TextoDeReporte>>;

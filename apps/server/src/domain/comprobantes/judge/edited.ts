import { documentos as contract, type ErrorDeDocumento } from '@timbre/contract';
import { type IssuerData, readDocument, type SplitECF } from '@timbre/ecf';
import { parseJson } from '../../../platform/input/json.ts';
import { checker } from '../../../platform/input/validation.ts';
import { type Judging, judgeECF, type Sums } from './complete-draft.ts';
import { formalFaults } from './incoming.ts';

const checks = {
  editarXml: checker(contract.editarXml.body, 'cuerpo'),
  validarXml: checker(contract.validarXml.body, 'cuerpo'),
};

/** The replacement of a document, as the body of the call. */
export interface Replacement {
  readonly call: keyof typeof checks;
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly tasas: Judging['tasas'];
  /** The document is stored as a tree, so the JSON of the replacement's tree is requested. */
  readonly wantsTree: boolean;
  /** The data of the issuer; left out for a document of a certification set. */
  readonly emisor?: IssuerData;
  /** `avisa` if its number is already used. */
  readonly sums: Sums;
}

/** The result of reading the replacement of a document. */
export interface Edited {
  /** All of its errors, judged alone. */
  readonly errores: readonly ErrorDeDocumento[];
  /** Whether it is an e-CF, with or without errors. */
  readonly isECF: boolean;
  /** The issuer and number that it states. */
  readonly rncEmisor?: string;
  readonly eNCF?: string;
  /** Set if no error prevents it from being issued. */
  readonly split?: SplitECF;
  /** Its tree as JSON, if requested. */
  readonly json?: string;
}

/** Reads the replacement of a document and finds its errors, judged alone. @throws Problem `peticion/invalida` */
export function readEdited({ call, body, now, tasas, wantsTree, emisor, sums }: Replacement): Edited {
  const { xml } = checks[call](parseJson(body)) as { xml: string };
  const read = readDocument(xml);
  const formal = formalFaults(read);
  if (read.kind === undefined) return { errores: formal, isECF: false };
  if (read.kind !== 'ECF') {
    const mensaje = `Se esperaba un e-CF y el XML es un ${read.kind}. El resumen se deriva de su factura: edite la factura.`;
    return { errores: [...formal, { codigo: 'ECF-RAIZ', mensaje }], isECF: false };
  }
  const { tree } = read;
  const { errores, split } = judgeECF(tree, { now, tasas, sums, ...(emisor === undefined ? {} : { emisor }) });
  const declared = { rncEmisor: tree.Encabezado?.Emisor?.RNCEmisor, eNCF: tree.Encabezado?.IdDoc?.eNCF };
  return {
    errores: [...formal, ...errores],
    isECF: true,
    ...(declared.rncEmisor === undefined ? {} : { rncEmisor: declared.rncEmisor }),
    ...(declared.eNCF === undefined ? {} : { eNCF: declared.eNCF }),
    ...(split === undefined || formal.length > 0
      ? {}
      : { split, ...(wantsTree ? { json: JSON.stringify(tree) } : {}) }),
  };
}

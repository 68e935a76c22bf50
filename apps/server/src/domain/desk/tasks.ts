import { rehearse, rehearseApproval } from '@timbre/simulator/rehearsal';
import { annulmentOf } from '../comprobantes/judge/annulment.ts';
import { checkXml } from '../comprobantes/judge/check/check-xml.ts';
import { preparePdf } from '../comprobantes/judge/check/prepare-pdf.ts';
import { verifyFile } from '../comprobantes/judge/check/verify-file.ts';
import { readEdited } from '../comprobantes/judge/edited.ts';
import { readIncoming } from '../comprobantes/judge/incoming.ts';
import { judgeDraft } from '../comprobantes/judge/judge-draft.ts';
import { readNamed } from '../comprobantes/judge/named.ts';
import { presentPrinted } from '../comprobantes/judge/presented.ts';
import { previewDraft } from '../comprobantes/judge/preview.ts';
import { drawPrinted, drawStamp, outlinePrinted } from '../comprobantes/judge/printed.ts';
import { readProxied } from '../comprobantes/judge/proxied.ts';
import { readReceipts } from '../comprobantes/judge/receipts.ts';
import { judgeApproval, judgeReceived } from '../comprobantes/judge/received.ts';
import { dataOfReceived } from '../comprobantes/judge/received-data.ts';
import { jsonOf, readStored, splitStored, treeOfStored, xmlOfTree } from '../comprobantes/judge/stored.ts';
import { readToSign } from '../comprobantes/judge/to-sign.ts';
import { drawWithoutECF } from '../comprobantes/judge/without-ecf.ts';
import { judgeAgain } from '../comprobantes/workbooks/judge-again.ts';
import { readApprovals } from '../comprobantes/workbooks/read-approvals.ts';
import { inspectTool, prepareTool } from './official-tool.ts';
import { readAccounts, readCatalogueBody, readMappingBody, readMappingFile, readTypesBody } from './read-accounts.ts';
import { readReceiptsBook } from './read-receipts-book.ts';

/**
 * The tasks that may take long with a large document. Each is a pure function of plain data, for small and large
 * inputs; those on PDF return a promise. None returns the tree of a whole document, because results are copied into the
 * main thread. Each refuses with a Problem.
 */
export const tasks = {
  readIncoming,
  readToSign,
  readStored,
  treeOfStored,
  splitStored,
  xmlOfTree,
  jsonOf,
  readEdited,
  annulmentOf,
  readProxied,
  judgeReceived,
  judgeApproval,
  dataOfReceived,
  readReceipts,
  judgeDraft,
  judgeAgain,
  rehearse,
  rehearseApproval,
  drawPrinted,
  outlinePrinted,
  presentPrinted,
  drawStamp,
  previewDraft,
  drawWithoutECF,
  readNamed,
  readApprovals,
  readAccounts,
  readMappingFile,
  readCatalogueBody,
  readMappingBody,
  readTypesBody,
  inspectTool,
  prepareTool,
  readReceiptsBook,
  checkXml,
  preparePdf,
  verifyFile,
} as const;

type Tasks = typeof tasks;

/** The input of a task. */
export type InputOf<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];

/** The awaited result of a task. */
export type ResultOf<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

import { rehearse, rehearseApproval } from '@timbre/simulator/rehearsal';
import { annulmentOf } from '../comprobantes/judge/annulment.ts';
import { readEdited } from '../comprobantes/judge/edited.ts';
import { ensayarXml } from '../comprobantes/judge/ensayo/ensayar.ts';
import { readIncoming } from '../comprobantes/judge/incoming.ts';
import { judgeDraft } from '../comprobantes/judge/judge-draft.ts';
import { readNamed } from '../comprobantes/judge/named.ts';
import { previewDraft } from '../comprobantes/judge/preview.ts';
import { drawPrinted, drawStamp, outlinePrinted } from '../comprobantes/judge/printed.ts';
import { readProxied } from '../comprobantes/judge/proxied.ts';
import { readReceipts } from '../comprobantes/judge/receipts.ts';
import { judgeApproval, judgeReceived } from '../comprobantes/judge/received.ts';
import { dataOfReceived } from '../comprobantes/judge/received-data.ts';
import { jsonOf, readStored, splitStored, treeOfStored, xmlOfTree } from '../comprobantes/judge/stored.ts';
import { readToSign } from '../comprobantes/judge/to-sign.ts';
import { preparePdf } from '../signed-files/prepare-pdf.ts';
import { verifyFile } from '../signed-files/verify-file.ts';
import {
  readAccounts,
  readCatalogueBody,
  readMappingBody,
  readMappingFile,
  readTypesBody,
} from '../workbook/read/read-accounts.ts';
import { readApprovals } from '../workbook/read/read-approvals.ts';
import { inspectTool, prepareTool } from '../workbook/tool/prepare-tool.ts';
import { readReceiptsBook } from '../workbook/tool/read-receipts-book.ts';

/**
 * The tasks that may take long with a large document. Each is a pure function of plain data, for small and large
 * inputs; those on PDF give their result later. None returns the tree of a whole document, because results are copied into the main thread. Each refuses with
 * a Problem.
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
  rehearse,
  rehearseApproval,
  drawPrinted,
  outlinePrinted,
  drawStamp,
  previewDraft,
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
  ensayarXml,
  preparePdf,
  verifyFile,
} as const;

type Tasks = typeof tasks;

/** The input of a task. */
export type Given<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];

/** The result of a task, once it is there. */
export type ResultOf<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

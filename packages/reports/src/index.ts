export { type DueReport, dueDate, dueDays } from './dated/due-date.ts';
export { type Holiday, holidaySet, holidaysOf, weekday } from './dated/feriados.ts';
export { type Bracket, individualBrackets, individualIncomeTax } from './dated/impuesto-renta.ts';
export { consumerThreshold, itbisRates, legalTip } from './dated/itbis.ts';
export { type Amounts, type Apportioned, amountsOf, apportion, fieldOfTax, taxedParts } from './derive/amounts.ts';
export { answerKeys } from './derive/answer-keys.ts';
export { type ClasicoId, clasicoId } from './derive/clasico.ts';
export { distinct } from './derive/distinct.ts';
export type { Answers, Derived } from './derive/filler.ts';
export { type ECFLike, receiptFromECF } from './derive/from-ecf.ts';
export type * from './derive/input.ts';
export { partsOfModified } from './derive/late-note.ts';
export { type Derivation, type DerivationCode, derivations, isSuggestion, type Mark } from './derive/marks.ts';
export { type Answers609, derivePaymentAbroad } from './derive/payment-abroad.ts';
export { type Answers606, derivePurchase, type Purchase } from './derive/purchase.ts';
export { readReceipt, writeReceipt } from './derive/receipt-json.ts';
export { type Answers607, deriveSale, type Sale, type SaleFacts } from './derive/sale.ts';
export { suggestWithholding, whyWithheld } from './derive/suggest.ts';
export { deriveVoided, mostVoided } from './derive/voided.ts';
export type { PurchaseAmount, PurchaseEntry, SaleAmount, SaleEntry } from './it1/amounts.ts';
export { anexoA } from './it1/anexo-a.ts';
export type { Box, Formula, PurchaseFeed, SaleFeed, Where, WithheldFrom } from './it1/box.ts';
export { isManual } from './it1/box.ts';
export { contributionOf } from './it1/contribution.ts';
export {
  addPurchase,
  addSale,
  type Entry,
  type Fed,
  gives,
  type IT1Facts,
  mergeFacts,
  noFacts,
  purchaseFeeds,
  saleFeeds,
  withheldFrom,
} from './it1/facts.ts';
export { type BoxValue, type FilledIT1, fillIT1 } from './it1/fill.ts';
export { boxes, controls, fedBehind, isControl, it1Form } from './it1/it1-boxes.ts';
export { type AuditContext, type AuditFinding, auditRules, preAudit } from './it1/pre-audit.ts';
export { type ResumenGerencial, resumenGerencial } from './it1/resumen-gerencial.ts';
export * from './layout/606.ts';
export * from './layout/607.ts';
export * from './layout/608.ts';
export * from './layout/609.ts';
export { clasicoColumns } from './layout/clasico-columns.ts';
export * from './layout/codes.ts';
export type { Draft, Field, FieldKind, Format, Row } from './layout/field.ts';
export * from './layout/formats.ts';
export * from './layout/ncf.ts';
export * from './mapping/account.ts';
export * from './mapping/by-words.ts';
export * from './mapping/catalogue.ts';
export * from './mapping/changes.ts';
export * from './mapping/columns.ts';
export * from './mapping/dynamic.ts';
export * from './mapping/fields.ts';
export * from './mapping/manual.ts';
export type { AccountMapping } from './mapping/mapping.ts';
export * from './mapping/mapping-file.ts';
export * from './mapping/progress.ts';
export * from './mapping/search.ts';
export { matchWords, type WordRule } from './mapping/words.ts';
export { addToDirectory, emptyDirectory, type QuickBooksDirectory } from './quickbooks/directory.ts';
export { type QuickBooksDocument, type QuickBooksEntity, quickbooksEntities } from './quickbooks/document.ts';
export {
  type QuickBooksFailure,
  type QuickBooksFailureCode,
  quickbooksFailure,
  quickbooksFailures,
} from './quickbooks/failure.ts';
export { findNCF } from './quickbooks/find-ncf.ts';
export { rncIn, rncOfRecord } from './quickbooks/find-rnc.ts';
export { inclusion } from './quickbooks/inclusion.ts';
export {
  dayOfQuickBooks,
  idOfQuickBooks,
  isDeletedQuickBooks,
  isQuickBooksEntity,
  readQuickBooks,
} from './quickbooks/read-document.ts';
export {
  type QuickBooksContext,
  type QuickBooksOutcome,
  type QuickBooksReceipt,
  receiptFromQuickBooks,
} from './quickbooks/receipt-from-quickbooks.ts';
export { type RegistroQuickBooks, recordOf, writeRecord } from './quickbooks/record.ts';
export { indexMapping, type MappingIndex } from './quickbooks/roles.ts';
export { type Correction, type ReconciledField, shown } from './reconcile/correct.ts';
export {
  type ReconciledEntry,
  type ReconciledSource,
  reconciledEntry,
  reconciledSources,
} from './reconcile/entry.ts';
export {
  noReconciledTotals,
  percentOff,
  type ReconciledFinding,
  type ReconciledSides,
  type ReconciledTotals,
  reconcile,
  type SourceTotals,
} from './reconcile/reconcile.ts';
export { clasicoFileName, clasicoLine, writeClasico606, writeClasico607 } from './render/clasico.ts';
export * from './render/consumer-summary.ts';
export { writeCsv } from './render/csv.ts';
export { type Difference, differences } from './render/differences.ts';
export { estadoHeader, type FileRow, fileRowOf, type OpenRow } from './render/file-row.ts';
export {
  emptyTxtSummary,
  headerOf as headerOfTxt,
  linesOf as linesOfTxt,
  type ParsedTxt,
  parseTxt,
  readTxt,
  type TxtBounds,
  type TxtFault,
  type TxtSummary,
  txtBounds,
} from './render/parse-txt.ts';
export { rowFromTexts, rowToTexts, type Texts, valueOfText } from './render/texts.ts';
export {
  headerLine,
  herramienta,
  lineWriter,
  oficial,
  type TxtHeader,
  type TxtStyle,
  txtFileName,
  writeTxt,
} from './render/txt.ts';
export type { AmountStyle } from './render/values.ts';
export { buyerDemanded, mayLackBuyer, partyDemanded, type Sold } from './rules/buyer.ts';
export { type Checking, check, numberOf, type Problem, rulesOf, startCheck } from './rules/check.ts';
export type { AnyRuleHead, Reported, RuleContext, Severity } from './rules/rule.ts';
export { type UnreadRule, unansweredRules, unconfirmedRule, unreadRules, waitingRules } from './rules/unread.ts';
export { readCode } from './written/read-code.ts';
export { readReceiptAmount } from './written/receipt-amount.ts';
export { type RecordKey, recordKeyOf } from './written/record-keys.ts';

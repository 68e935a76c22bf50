export { buildANECF, mostVoidedRuns, type VoidedRun } from './anecf.ts';
export { computeTotals } from './arithmetic/compute.ts';
export type { Draft, Partly } from './arithmetic/draft.ts';
export { type LineAmounts, lineAmounts } from './arithmetic/line-amounts.ts';
export { completePages, type PageRange, pageRanges, pagesOf, paginate } from './arithmetic/pages.ts';
export {
  familiaDe,
  nombreDeTrimestre,
  resolucionOficial,
  type TasasSelectivo,
  tasaImpuestoAdicional,
  tasaITBIS,
  tasasOficiales,
  trimestreDe,
  trimestreSiguiente,
} from './arithmetic/rates.ts';
export {
  type CampoRetenido,
  type ClaseDeRenta,
  type Filled,
  fillWithholding,
  isWithheldStated,
  lawOf,
  nombreDeClase,
  type Withholding,
  type WithholdingFacts,
  withholds,
} from './arithmetic/withholding.ts';
export { type Fit, fieldFitter, type Written } from './codec/fit-field.ts';
export { documentLimits, type ReadDocument, type ReadDocumentOf, readDocument } from './codec/read-document.ts';
export {
  type ECFHead,
  headOf,
  middleSections,
  type SplitECF,
  splitECF,
  writeDocument,
  writeSplit,
  xmlDeclaration,
} from './codec/write-document.ts';
export { asIfNumbered, completeDraft, type IssuerFacts, numbered } from './complete.ts';
export { describeField, type FieldDescription, listFields } from './describe-field.ts';
export { type Sheet, sheets } from './excel/columns.ts';
export {
  bareHeader,
  type CellAt,
  compileHeaders,
  countHeaders,
  type HeaderAt,
  type RowFault,
  type SheetReader,
  type SheetRow,
  type SheetTrees,
} from './excel/compile-headers.ts';
export { type WrittenSheet, writeSheet } from './excel/write-sheet.ts';
export type { Fault } from './fault.ts';
export { fileName } from './file-name.ts';
export { factOfFault, type IssuerData, type IssuerFact, issuerElements } from './issuer-data.ts';
export { faultsOfIssuerData, type IssuerDataFault } from './issuer-faults.ts';
export { type JsonSchema, jsonSchema } from './json-schema.ts';
export { isProvincia, municipiosDe, type Place, placeName, provincias } from './places.ts';
export { compradorSinDatos, deriveRFCE, esResumen, umbralResumen } from './rfce.ts';
export { checkRules, rules, rulesOfFacts } from './rules/check.ts';
export { type NCFModificado, parseNCFModificado } from './rules/ecf/ncf-modificado.ts';
export { compareRFCE } from './rules/rfce.ts';
export type { RuleFault, RuleHead, RuleOptions, Severity } from './rules/rule.ts';
export type { CodeTable } from './schema/codes/code-table.ts';
export { CodificacionTipoImpuestos } from './schema/codes/impuestos.ts';
export * from './schema/codes/indicadores.ts';
export { TipoMoneda } from './schema/codes/monedas.ts';
export { ProvinciaMunicipio } from './schema/codes/provincias-municipios.ts';
export { UnidadMedida } from './schema/codes/unidades.ts';
export { type DocumentKey, type DocumentKind, documentKinds, signatureOf } from './schema/documents.ts';
export { type SimpleType, type SimpleTypeName, simpleTypeOf } from './schema/simple-types.ts';
export { type SchemaNode, treeOf, trees } from './schema/tree.ts';
export type { ACECF, ANECF, ARECF, DocumentTrees, ECF, RFCE, SemillaModel } from './schema/types.generated.ts';
export { isStrictCode, officialCodes, type StructureCode, strictCodes } from './structure/codes.ts';
export { validateStructure } from './structure/validate-structure.ts';
export { changedText, isPlainText, plainTexts } from './texts.ts';
export { type AmbienteDGII, timbreHosts, timbreUrl } from './timbre.ts';
export { structuralFaults, validate, validateRead } from './validate.ts';

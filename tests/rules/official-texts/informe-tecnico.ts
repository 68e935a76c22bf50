/** The sections of the Informe Técnico v1.0 by their number, each with its notes; as `./ecf-fields.ts`. */
export const informeTecnico = `
0 list of changes | not: history
1 introduction | not: purpose of the text
2 who takes part | not: definitions
3 certificates | test packages/xml/src/node/certificate-judgement.test.ts
4 services | test packages/authority/src/environments.test.ts
4.1 authentication | test packages/authority/src/tokens.test.ts
4.2 reception of e-CF | test packages/simulator/src/conversation.test.ts
4.3 reception of summaries | test packages/simulator/src/conversation.test.ts
4.4 commercial approvals | test packages/simulator/src/conversation.test.ts
4.5 outcome, by trackId | test packages/authority/src/verdict.test.ts
4.6 state, for receivers | test packages/authority/src/readings.test.ts
4.7 trackIds of a number | test packages/authority/src/readings.test.ts
5 queries | not: pages of the DGII
5.1 query of its web site | not: a page of the DGII
5.2 queries of the Oficina Virtual | not: a page of the DGII
5.3 queries of its app | not: an app of the DGII
6 the e-CF | not: definition
6.1 types | structure
7 number: form, expiry on 31 December of the next year | ECF-ENCF-01 ECF-FECHA-01 | test packages/contract/src/avisos.test.ts
8 sent at the moment of issue; who is sent what | ECF-FECHA-06 ECF-FECHA-09 | test packages/simulator/src/verdicts.test.ts
9 type 32 below RD$250,000 | RFCE-TOTAL-01
9.1 its summary, outcome, ten years of storage | RFCE-TOTAL-01 | test packages/ecf/src/rfce.test.ts
10 corrections are notes; no ITBIS after 30 days; voiding | ECF-REFERENCIA-03 ECF-NOTACREDITO-01 | test tests/conformance/annulments.test.ts
11 the XML | structure
11.1 its sections | structure
11.1.1 which of them a type has | structure
11.1.2 amounts in pesos, points, references of characters | structure | test packages/xml/src/node/sign.test.ts
12 tolerance of a line and of the total | ECF-ITEM-05 ECF-TOTALES-11 | test packages/ecf/src/rules/tolerance.test.ts
13 rounding | test packages/ecf/src/arithmetic/compute.test.ts
14 excise of alcohol and cigarettes | ECF-IMPUESTO-04 | test packages/ecf/src/arithmetic/excise.test.ts
15 other additional taxes, Norma 10-07, adjustments | ECF-IMPUESTO-04 ECF-AJUSTE-06 ECF-AJUSTE-12 | test packages/ecf/src/arithmetic/global-adjustments.test.ts
16 Norma 07-07: an exempt and a taxed line | not: which works fall under it is not in the document
17 printed form | test packages/representacion/src/render.test.ts
17.1 quality of printing | not: about printers
17.2 order of the data | test packages/representacion/src/content/content.test.ts
17.2.1 heading | test packages/representacion/src/content/content.test.ts
17.2.2 lines and totals | test packages/representacion/src/content/content.test.ts
17.2.3 QR, security code, pages | test packages/representacion/src/qr.test.ts
17.3 models | test packages/representacion/src/render.test.ts
17.3.1 totals at the end | test packages/representacion/src/render.test.ts
17.3.2 prices with ITBIS | not: a choice among models
17.3.3 prices with ITBIS, totals among the lines | not: a choice among models
17.3.4 roll of paper | test packages/representacion/src/render.test.ts
17.3.5 excise | test packages/representacion/src/content/content.test.ts
17.3.6 credit note | test packages/representacion/src/content/content.test.ts
17.3.7 pages | test packages/representacion/src/content/content.test.ts
17.3.8 large type 32 | test packages/representacion/src/content/content.test.ts
17.3.9 small type 32 | test packages/representacion/src/content/content.test.ts
17.3.10 small type 32 on a roll | test packages/representacion/src/render.test.ts
18 contingency: sent later, or series B replaced | ECF-REFERENCIA-05 | test apps/server/src/domain/comprobantes/sending/unknown-outcome.test.ts
18.1 total or partial, told to the DGII | not: it is told in the Oficina Virtual`;

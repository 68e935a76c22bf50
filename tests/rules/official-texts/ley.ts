/** The articles of Ley 32-23 by their number; as `./ecf-fields.ts`. */
export const ley = `
1-4 object, scope, definition, obligation | not: a duty of the taxpayer, not of a document
5 evidential force | not: effect of law
6 authorised issuers | test apps/server/src/features/certificacion/certificacion.test.ts
7 signed and sent | test packages/xml/src/node/sign.test.ts
8-9 validation by the DGII | test packages/simulator/src/verdicts.test.ts
10-11 system of the DGII | not: duty of the DGII
12 issuing e-CF | structure
13 storage | test apps/server/src/features/facturas/facturas.test.ts
14 costs and tax credit | ECF-PAGO-03
15 rules of use | test apps/server/src/features/receptor/receptor.test.ts
16 numbers | ECF-ENCF-01 ECF-ENCF-02
17 duties of issuers | not: they are those of the other articles
18 standard format | structure
19 validation on line | test packages/authority/src/verdict.test.ts
20 answers | test packages/authority/src/verdict.test.ts
21 contingency | ECF-REFERENCIA-05
22-23 apocryphal invoices | test packages/xml/src/node/forgeries.test.ts
24-25 customs, banks | not: duty of others
26-33 infringements, sanctions, appeals | not: sanctions
34-35 withholding by the State, powers of the DGII | not: duty of others
36 regulation | not: duty of the Executive
37 calendar by kind of taxpayer | not: the kind of a taxpayer is known to the DGII; explained in the help
38-41 voluntary period, incentives | not: incentives
42 entry into force | not: effect of law`;

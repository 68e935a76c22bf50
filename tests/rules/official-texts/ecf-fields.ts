/**
 * The fields of Formato e-CF v1.0 by their section and number, in our words, with what holds each one: see `./table.ts`.
 * `structure` is the schema of each type, its lengths, forms, codes and which elements it must have.
 */
export const ecfFields = {
  A: `
1 version of the format | structure
2 the ten types | structure
3 a number that the DGII authorised | ECF-ENCF-01 ECF-ENCF-02 | test apps/server/src/domain/comprobantes/numbers/quarantine.test.ts | test apps/server/src/features/configuracion/secuencias/secuencias.test.ts
4 expiry of the number, that of its authorisation | ECF-FECHA-01 | test apps/server/src/features/configuracion/secuencias/secuencias.test.ts
5 whether a credit note is older than 30 days | ECF-REFERENCIA-08 ECF-NOTACREDITO-01
6 delayed sending, for who is authorised | ECF-DIFERIDO-01
7 prices with or without ITBIS | ECF-MONTOGRAVADO-01 | test packages/ecf/src/arithmetic/compute.test.ts
8 kind of income | structure
9 how it is paid; a gift is no tax credit | ECF-PAGO-03 ECF-CERO-01 | structure
10 last day to pay, of credit sales alone | ECF-FECHA-02 ECF-FECHA-03 ECF-FECHA-08
11 term in words | not: the format states that it is not validated
12 forms of payment; vouchers are of type 32 | ECF-PAGO-01 | structure
13 amount of each payment | ECF-PAGO-02 | structure
14 kind of account, of a cheque or a transfer | structure | ECF-PAGO-04
15-16 account and bank, of a cheque or a transfer | ECF-PAGO-04
17-18 billed period, its ends in order | ECF-FECHA-04 ECF-FECHA-11
19 number of pages, more than one | ECF-PAGINA-01 ECF-PAGINA-20
20 the issuer's RNC | structure | not: registration, status and blocks are known to the DGII alone; the issuer is the company that is logged in
21-24 name, trade name, branch, address of the issuer | structure
25 municipality of the issuer | ECF-MUNICIPIO-01 ECF-MUNICIPIO-03
26 province of the issuer | ECF-MUNICIPIO-01 ECF-MUNICIPIO-02
27-28 telephones and mail of the issuer | structure
29-36 site, activity, seller, internal numbers, zone, route, more | not: the format states that they are not validated
37 day of issue, not before the start as an electronic issuer | ECF-FECHA-06 ECF-FECHA-07 ECF-FECHA-09 ECF-FECHA-10
38 the buyer's RNC, and who must have it | ECF-RNC-01 ECF-COMPRADOR-01 ECF-COMPRADOR-04 ECF-COMPRADOR-05 ECF-REFERENCIA-11 ECF-REFERENCIA-15
39 foreign identification, instead of the RNC | ECF-COMPRADOR-01 ECF-COMPRADOR-03 ECF-COMPRADOR-04 | not: a smaller type 32 with one is taken, as the schema takes it
40 the buyer's name | ECF-COMPRADOR-02 ECF-REFERENCIA-12
41 contact | not: the format states that it is not validated
42 mail of the buyer | structure
43 address of the buyer | not: the format states that it is not validated
44 municipality of the buyer | ECF-MUNICIPIO-01 ECF-MUNICIPIO-03
45 province of the buyer | ECF-MUNICIPIO-01 ECF-MUNICIPIO-02
46 country | not: the format states that it is not validated
47 day of delivery | structure
48-49 contact and address of delivery | not: the format states that they are not validated
50-51 telephone, day of the purchase order | structure
52-55 purchase order, internal code, payer, more | not: the format states that they are not validated
56 day of shipment | structure
57-61 numbers and ports of the shipment, terms of delivery | not: the format states that they are not validated
62-65 FOB, insurance, freight, other costs | structure
66 CIF is their sum | ECF-EXPORTACION-01
67-69 customs regime, ports | not: the format states that they are not validated
70-71 gross and net weight | ECF-PESO-01 ECF-MEDIDA-01 | structure
72-77 units, packages, volume, each measure with its unit | ECF-MEDIDA-01 | structure
78 way of transport | structure
79-91 origin, destination, carrier, driver, vehicle, route | not: the format states that they are not validated
92 taxed total, of the three rates | ECF-TOTALES-05
93 taxed at 18 %; with Norma 10-07 also without 002 and 004 | ECF-TOTALES-01 ECF-AJUSTE-12
94 taxed at 16 % | ECF-TOTALES-02
95 taxed at 0 % | ECF-TOTALES-03
96 exempt | ECF-TOTALES-04
97-99 the three rates, each where a line has it | ECF-TASA-01 ECF-TASA-02 ECF-TASA-03
100 ITBIS of the three rates | ECF-TOTALES-09
101 ITBIS at 18 %, on the excise too | ECF-TOTALES-06
102 ITBIS at 16 % | ECF-TOTALES-07
103 ITBIS at 0 % | ECF-TOTALES-08
104 additional taxes | ECF-TOTALES-10
105 code of an additional tax | ECF-IMPUESTO-03 ECF-IMPUESTO-06 ECF-IMPUESTO-09 ECF-ISC-06 | structure
106 its rate, that of the quarter of issue | ECF-IMPUESTO-05 ECF-IMPUESTO-07 ECF-IMPUESTO-08
107 specific excise; none in bulk | ECF-IMPUESTO-01 ECF-IMPUESTO-04
108 ad valorem excise | ECF-IMPUESTO-01 ECF-IMPUESTO-04
109 taxes 001 to 005, with the global adjustments | ECF-IMPUESTO-02 ECF-IMPUESTO-04 ECF-AJUSTE-12
110 total; the sum of the pages; a credit note is not more than its invoice | ECF-TOTALES-11 ECF-PAGINA-02 ECF-REFERENCIA-13
111 what is not billed | ECF-TOTALES-12
112 total of the period | ECF-TOTALES-13
113 earlier balance, to illustrate | not: nothing is computed from it but field 115
114 payment in advance | structure
115 amount to pay | ECF-TOTALES-14
116 ITBIS withheld, of the lines | ECF-TOTALES-15
117 income tax withheld, of the lines | ECF-TOTALES-16
118-119 perceptions, a regime that is not in force | ECF-RETENCION-10
120-121 other currency and its rate | ECF-MONEDA-12 ECF-MONEDA-14
122 taxed total in it | ECF-MONEDA-05
123-125 taxed at each rate in it | ECF-MONEDA-01 ECF-MONEDA-02 ECF-MONEDA-03
126 exempt in it | ECF-MONEDA-04
127 ITBIS in it | ECF-MONEDA-09
128-130 ITBIS of each rate in it | ECF-MONEDA-06 ECF-MONEDA-07 ECF-MONEDA-08
131 additional taxes in it | ECF-MONEDA-10
132-133 code and rate of an additional tax in it | ECF-MONEDA-20 | structure
134-136 its amounts, those in pesos by the exchange rate | ECF-MONEDA-17
137 total in it | ECF-MONEDA-11`,
  B: `
1 number of the line, up from one | ECF-ITEM-01
2-3 codes of the article | not: the format states that they are not validated
4 what a line pays | ECF-ITEM-02 ECF-ITEM-03 | structure
5 agent of withholding | ECF-RETENCION-01 ECF-RETENCION-02
6 ITBIS withheld | ECF-RETENCION-03 ECF-RETENCION-05 ECF-RETENCION-07 ECF-RETENCION-11 ECF-RETENCION-12 ECF-RETENCION-14
7 income tax withheld; type 41 on services | ECF-RETENCION-04 ECF-RETENCION-06 ECF-RETENCION-08 ECF-RETENCION-09 ECF-RETENCION-11 ECF-RETENCION-13
8 name | structure
9 good or service | ECF-ITEM-04 | structure
10 description | not: the format states that it is not validated
11-12 quantity and its unit | structure
13 quantity of reference, of the excise | ECF-ISC-01 ECF-ISC-09
14 its unit, where the quantity is there | ECF-ITEM-06 ECF-ITEM-08 ECF-ISC-01
15-16 quantities inside, of the excise | ECF-ISC-02 ECF-ISC-09
17 alcohol in percent, of the excise | ECF-ISC-03 ECF-ISC-08 ECF-ISC-09
18 retail price, of the ad valorem excise | ECF-ISC-04 ECF-ISC-09
19-20 day of making and of expiry | ECF-ITEM-07 | structure
21-24 minerals | structure | not: who sells minerals says so by filling it in
25 price | structure
26 discount, the sum of its table; at most the amount of the line | ECF-DESCUENTO-01 ECF-DESCUENTO-03
27 kind of each | structure
28 its percentage, of those in percent | ECF-DESCUENTO-02 ECF-DESCUENTO-04
29 its amount | ECF-DESCUENTO-02
30 surcharge, the sum of its table | ECF-RECARGO-01
31 kind of each | structure
32 its percentage, of those in percent | ECF-RECARGO-02 ECF-RECARGO-03
33 its amount | ECF-RECARGO-02
34 additional taxes of the line | ECF-ISC-05 ECF-ISC-06 ECF-ISC-07
35-37 price, discount, surcharge in the other currency | ECF-MONEDA-19 | structure
38 amount of the line in it; that in pesos by the exchange rate | ECF-MONEDA-13 ECF-MONEDA-15 ECF-MONEDA-19
39 amount of the line; zero in a note that corrects text | ECF-ITEM-05 ECF-REFERENCIA-09`,
  C: `
1 number of the subtotal, up from one | ECF-SUBTOTAL-01
2-3 title and place | not: the format states that they are not validated
4 taxed total of the three rates | ECF-SUBTOTAL-02
5-7 taxed at each rate | structure | not: which lines a subtotal adds is up to the issuer
8 ITBIS of the three rates | ECF-SUBTOTAL-03
9-13 ITBIS of each rate, additional taxes, exempt | structure | not: which lines a subtotal adds is up to the issuer
14 amount of the subtotal | ECF-SUBTOTAL-04
15 how many lines it adds | ECF-SUBTOTAL-05`,
  D: `
1 number, up from one | ECF-AJUSTE-01
2 discount or surcharge | structure
3 discount of Norma 10-07 | ECF-AJUSTE-06 ECF-AJUSTE-07 ECF-AJUSTE-12
4 description | not: the format states that it is not validated
5 percent or money; percent where the lines differ in taxes | ECF-AJUSTE-02 ECF-AJUSTE-08
6 its percentage, of those in percent | ECF-AJUSTE-03 ECF-AJUSTE-13
7 its amount; a discount is at most the lines that it applies to | ECF-AJUSTE-04 ECF-AJUSTE-09 ECF-AJUSTE-11
8 its amount in the other currency | ECF-MONEDA-16
9 the lines that it applies to | ECF-AJUSTE-05 ECF-AJUSTE-10`,
  E: `
1 number of the page, up from one | ECF-PAGINA-03
2-3 its lines, from and to | ECF-PAGINA-04 ECF-PAGINA-05
4 taxed total of the three rates | ECF-PAGINA-06
5 taxed at 18 % | ECF-PAGINA-09
6 taxed at 16 % | ECF-PAGINA-10
7 taxed at 0 % | ECF-PAGINA-11
8 exempt | ECF-PAGINA-12
9 ITBIS of the three rates | ECF-PAGINA-07
10 ITBIS at 18 %, on the excise too | ECF-PAGINA-13
11 ITBIS at 16 % | ECF-PAGINA-14
12 ITBIS at 0 % | ECF-PAGINA-15
13 additional taxes | ECF-PAGINA-16
14 excise | ECF-PAGINA-17
15 other additional taxes | ECF-PAGINA-18
16 amount of the page | ECF-PAGINA-08
17 what is not billed | ECF-PAGINA-19`,
  F: `
1 the document that is modified or replaced | ECF-REFERENCIA-01 ECF-NCFMODIFICADO-01 ECF-REFERENCIA-02 ECF-REFERENCIA-05 | test apps/server/src/features/emision/emision.test.ts
2 another taxpayer, whose RNC ended | ECF-REFERENCIA-10 ECF-RNC-01
3 its day | ECF-REFERENCIA-07 ECF-REFERENCIA-14
4 why | ECF-REFERENCIA-04 ECF-REFERENCIA-06 ECF-REFERENCIA-09
5 reason in words | not: the format states that it is not validated`,
  G: `
1 day and time of the signature, not in the future | ECF-FECHA-05 ECF-FECHA-09 | structure`,
  H: `
1 signature of the whole document | test packages/xml/src/node/forgeries.test.ts`,
} as const;

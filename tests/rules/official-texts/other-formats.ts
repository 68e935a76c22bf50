/** The fields of the other formats by their number; as `./ecf-fields.ts`. */
export const otherFormats = {
  RFCE: `
1 version of the format | structure
2-3 type 32 and its number | RFCE-ENCF-01
4-5 income and payment | structure
6-7 form of each payment and its amount | RFCE-PAGO-01 | structure
8 the issuer's RNC | structure | not: registration, status and blocks are known to the DGII alone
9 name of the issuer | structure
10 day of issue | RFCE-FECHA-01 | not: the start as an electronic issuer is a notice on the invoice, ECF-FECHA-07
11 the buyer's RNC | not: the format states that it is not validated
12 foreign identification instead of the RNC | RFCE-COMPRADOR-01
13 name of the buyer | not: the format states that it is not validated
14 taxed total, of the three rates | RFCE-TOTALES-01
15-18 taxed at each rate, exempt | test packages/ecf/src/rfce.test.ts
19 ITBIS of the three rates | RFCE-TOTALES-02
20-22 ITBIS of each rate | test packages/ecf/src/rfce.test.ts
23 additional taxes | RFCE-TOTALES-03
24-27 each additional tax, by its code | RFCE-IMPUESTO-01 | structure
28 total, below the threshold | RFCE-TOTALES-04 RFCE-TOTAL-01
29 what is not billed | structure
30 total of the period | RFCE-TOTALES-05
31 security code of the invoice | test packages/ecf/src/timbre.test.ts`,
  ARECF: `
1-5 version, parties, number, outcome | structure
6 why it was not received, where it was not | ARECF-MOTIVO-01
7 day and time | structure`,
  ACECF: `
1 version | structure
2 the issuer | structure
3 number, of a type that is answered | ACECF-ENCF-01 ACECF-ENCF-02
4-6 day, total and buyer, those of the e-CF | test apps/server/src/features/aprobacion-comercial/aprobacion-comercial.test.ts
7 approved or rejected | structure
8 why it is rejected, where it is | ACECF-MOTIVO-01 ACECF-MOTIVO-02
9 day and time | structure`,
  ANECF: `
1 version of the format, and number of a line | ANECF-LINEA-01 | structure
2 the issuer, and the type | ANECF-RANGO-02 | structure
3 how many numbers, and the first one | ANECF-CANTIDAD-01 ANECF-RANGO-01 ANECF-RANGO-03
4 day and time, and the last one | ANECF-RANGO-01 ANECF-RANGO-03
5 how many numbers of the type | ANECF-CANTIDAD-02`,
} as const;

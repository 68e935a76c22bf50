/** The notes of Formato e-CF v1.0 by their number; as `./ecf-fields.ts`. */
export const ecfNotes = `
1 the section is there where there is a global adjustment | not: no adjustment, nothing to compare
2 a table has a tag around its entries | structure
3 one account for several transfers | structure
4 the RNC of a small type 32 is optional | ECF-COMPRADOR-01
5 the RNC of type 44, unless the buyer is foreign | ECF-COMPRADOR-04
6 the RNC of free zones that sell to residents | not: who the buyer is by law is not in the document
7 foreign identification instead of the RNC | ECF-COMPRADOR-03
8 foreign identification of a diplomat | ECF-COMPRADOR-03 ECF-COMPRADOR-04
9 foreign identification of who buys in free zones | not: who the buyer is by law is not in the document
10 name of the customs authority | not: an abbreviation
11 amounts are rounded | test packages/ecf/src/arithmetic/compute.test.ts
12 a discount of Norma 10-07 does not lower the base | ECF-TOTALES-01
13 where the indicator is | not: a reference
14 small expenses give no ITBIS to deduct | not: about the return of who pays; the types have no ITBIS
15 the rate may be in a title | test packages/representacion/src/content/content.test.ts
16 type 44 has the taxes 001 to 005 | ECF-ISC-07
17 see note 2 | structure
18 see note 16 | ECF-ISC-07
19 codes 001 to 005 | ECF-ISC-07
20 the specific rate changes each quarter | ECF-IMPUESTO-07 ECF-IMPUESTO-08
21 the rate may be in a title | test packages/representacion/src/content/content.test.ts
22 excise is of makers | not: what a company makes is not in the document
23 codes 006 to 039 have their specific excise, except in bulk | ECF-IMPUESTO-01
24 codes 023 to 039 have theirs too; in bulk on 130 % of the price | ECF-IMPUESTO-01 ECF-IMPUESTO-04 ECF-ISC-05
25 the specific excise is computed first | test packages/ecf/src/arithmetic/excise.test.ts
26 specific excise of a unit | test packages/ecf/src/arithmetic/excise.test.ts
27 where the indicator is | not: a reference
28 share of a line in a global adjustment | ECF-IMPUESTO-04
29 see note 16 | ECF-ISC-07
30 the credit notes of an invoice together are not more than it | ECF-REFERENCIA-13 | test apps/server/src/features/emision/emision.test.ts
31 several discounts of Norma 10-07 are added up | ECF-TOTALES-14
32 perception is not in force | ECF-RETENCION-10
33 the other currency is as the taxpayer says | ECF-MONEDA-18
34 the other currency may be printed alone | test packages/representacion/src/content/content.test.ts
35 global adjustments | ECF-MONEDA-01
36 as note 14 | not: about the return of who pays
37 excise in the base of ITBIS, in the other currency | ECF-MONEDA-06
38 additional taxes are computed in pesos, then exchanged | ECF-MONEDA-10 ECF-MONEDA-15 ECF-MONEDA-17
39 see note 16 | ECF-ISC-07
40 see note 2 | structure
41 see note 38 | ECF-MONEDA-17
42 see note 16 | ECF-ISC-07
43 the rate may be in a title | test packages/representacion/src/content/content.test.ts
44-46 the amounts in pesos are those of the totals | ECF-MONEDA-17
47 see note 16 | ECF-ISC-07
48 most lines of a type 32 | structure
49 only exempt lines print their indicator | test packages/representacion/src/content/content.test.ts
50 types 43, 44, 47 are exempt | ECF-ITEM-02
51 type 46 is at 0 % | ECF-ITEM-03
52 perception is not in force | ECF-RETENCION-02
53 an exempt line withholds ITBIS of 0 | ECF-RETENCION-03
54 type 47 is a service | ECF-ITEM-04
55 the quantity of a service need not be printed | not: it is printed
56 quantity of reference of alcohol and tobacco | ECF-ISC-01
57 see note 2 | structure
58 quantity inside, of alcohol and tobacco | ECF-ISC-02
59 alcohol in percent | ECF-ISC-03
60 retail price | ECF-ISC-04
61-64 of minerals | not: who sells minerals says so by filling it in
65 the price of makers is that of the list | not: what a list says is not in the document
66-68 see note 2 | structure
69 see note 16 | ECF-ISC-07
70 the taxpayer says that a line pays additional tax | ECF-IMPUESTO-03
71 see note 16 | ECF-ISC-07
72 a line in another currency has its other fields | ECF-MONEDA-13 ECF-MONEDA-18 | not: two documents of the official set have such lines without OtraMoneda
73 as note 34 | test packages/representacion/src/content/content.test.ts
74 zero in a note that corrects text | ECF-REFERENCIA-09
75 the section is there where there is a global adjustment | not: no adjustment, nothing to compare
76 a reference to another note | not: a reference
77 pages are declared where there is more than one | ECF-PAGINA-20
78 global adjustments in the amounts of a page | ECF-PAGINA-09 ECF-PAGINA-12
79 numbers on paper, of A and B | ECF-REFERENCIA-01 ECF-NCFMODIFICADO-01
80 codes 1, 2, 3 are of notes | ECF-REFERENCIA-04
81 code 5 is of type 31 | ECF-REFERENCIA-04 ECF-REFERENCIA-06
82 specific rates change each quarter | ECF-IMPUESTO-07
83 the special drawing right is a unit of account | not: an explanation of a code
84 where the codes of places come from | not: a source`;

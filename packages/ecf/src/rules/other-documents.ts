import { parseENCF, type TipoECF } from '@timbre/values';
import type { Partly } from '../arithmetic/draft.ts';
import type { ACECF, ANECF, ARECF } from '../schema/types.generated.ts';
import { plainTextRule, type TextAt, unplainTexts } from '../texts.ts';
import { countsUp, ruleSet } from './rule.ts';

type Approval = Partly<ACECF>;
type Receipt = Partly<ARECF>;
type Annulment = Partly<ANECF>;

const approvalOf = (acecf: Approval) => acecf.DetalleAprobacionComercial ?? {};

/** Rules of the texts of an approval, in any element. */
export const textosDeAprobacion = ruleSet<TextAt, Approval>(unplainTexts, ({ path }) => path, [
  { ...plainTextRule, code: 'ACECF-TEXTO-01', holds: () => false },
]);

/** Types that buyers do not approve. @source Descripción técnica, simulador de receptores */
const sinAprobacion: readonly TipoECF[] = ['32', '41', '43', '46', '47'];

export const aprobacion = ruleSet<Approval, Approval>(
  (acecf) => [acecf],
  () => 'DetalleAprobacionComercial',
  [
    {
      code: 'ACECF-ENCF-01',
      at: 'eNCF',
      severity: 'rechazo',
      source: 'Formato Aprobación Comercial v1.0, campo 3, p. 4',
      holds: (acecf) => approvalOf(acecf).eNCF === undefined || parseENCF(approvalOf(acecf).eNCF ?? '') !== undefined,
      message: (acecf) =>
        `El eNCF «${approvalOf(acecf).eNCF}» debe ser la letra E, los dos dígitos del tipo y diez de secuencia`,
    },
    {
      code: 'ACECF-ENCF-02',
      at: 'eNCF',
      severity: 'rechazo',
      source: 'Descripción técnica, servicio de aprobación comercial',
      holds: (acecf) => {
        const tipo = parseENCF(approvalOf(acecf).eNCF ?? '')?.tipo;
        return tipo === undefined || !sinAprobacion.includes(tipo);
      },
      message: (acecf) => `La aprobación comercial no aplica al tipo de ${approvalOf(acecf).eNCF}`,
    },
    {
      code: 'ACECF-MOTIVO-01',
      at: 'DetalleMotivoRechazo',
      severity: 'rechazo',
      source: 'Formato Aprobación Comercial v1.0, campo 8, p. 5',
      holds: (acecf) => approvalOf(acecf).Estado !== '2' || approvalOf(acecf).DetalleMotivoRechazo !== undefined,
      message: 'Un rechazo (Estado 2) exige DetalleMotivoRechazo',
    },
    {
      code: 'ACECF-MOTIVO-02',
      at: 'DetalleMotivoRechazo',
      severity: 'rechazo',
      source: 'Formato Aprobación Comercial v1.0, campo 8, p. 5',
      holds: (acecf) => approvalOf(acecf).Estado !== '1' || approvalOf(acecf).DetalleMotivoRechazo === undefined,
      message: 'DetalleMotivoRechazo solo va en un rechazo (Estado 2)',
    },
  ],
);

const receiptOf = (arecf: Receipt) => arecf.DetalleAcusedeRecibo ?? {};

export const acuse = ruleSet<Receipt, Receipt>(
  (arecf) => [arecf],
  () => 'DetalleAcusedeRecibo',
  [
    {
      code: 'ARECF-MOTIVO-01',
      at: 'CodigoMotivoNoRecibido',
      severity: 'rechazo',
      source: 'Formato Acuse de Recibo v1.0, campo 6, p. 5',
      holds: (arecf) => (receiptOf(arecf).Estado === '1') === (receiptOf(arecf).CodigoMotivoNoRecibido !== undefined),
      message: 'CodigoMotivoNoRecibido va cuando el e-CF no fue recibido (Estado 1), y solo entonces',
    },
  ],
);

type Anulacion = NonNullable<NonNullable<Annulment['DetalleAnulacion']>['Anulacion']>[number];
type Rango = NonNullable<NonNullable<Anulacion['TablaRangoSecuenciasAnuladaseNCF']>['Secuencias']>[number];

const anulacionesOf = (anecf: Annulment) => anecf.DetalleAnulacion?.Anulacion ?? [];
const rangosOf = (anulacion: Anulacion) => anulacion.TablaRangoSecuenciasAnuladaseNCF?.Secuencias ?? [];
const ends = (rango: Rango) =>
  [parseENCF(rango.SecuenciaeNCFDesde ?? ''), parseENCF(rango.SecuenciaeNCFHasta ?? '')] as const;

function sizeOf(rango: Rango): number {
  const [desde, hasta] = ends(rango);
  return desde === undefined || hasta === undefined ? 0 : hasta.secuencia - desde.secuencia + 1;
}
const sizeOfAll = (rangos: readonly Rango[]): number => rangos.reduce((total, rango) => total + sizeOf(rango), 0);

/** A range of numbers with the entry of the file that contains it. */
interface Placed {
  readonly rango: Rango;
  readonly anulacion: Anulacion;
  readonly path: string;
}

const placedOf = (anecf: Annulment): Placed[] =>
  anulacionesOf(anecf).flatMap((anulacion, i) =>
    rangosOf(anulacion).map((rango, j) => ({
      rango,
      anulacion,
      path: `DetalleAnulacion.Anulacion[${i + 1}].TablaRangoSecuenciasAnuladaseNCF.Secuencias[${j + 1}]`,
    })),
  );

/** Whether no number is in two ranges: in sorted order, each range begins after the previous one ends. */
function areApart(anecf: Annulment): boolean {
  const spans = placedOf(anecf)
    .map(({ rango }) => ends(rango))
    .flatMap(([desde, hasta]) =>
      desde === undefined || hasta === undefined ? [] : [{ desde: desde.eNCF, hasta: hasta.eNCF }],
    )
    .sort((a, b) => (a.desde < b.desde ? -1 : 1));
  return spans.every(({ desde }, i) => i === 0 || desde > (spans[i - 1]?.hasta ?? ''));
}

export const anulacion = [
  ruleSet<Annulment, Annulment>(
    (anecf) => [anecf],
    () => '',
    [
      {
        code: 'ANECF-CANTIDAD-01',
        at: 'Encabezado.CantidadeNCFAnulados',
        severity: 'rechazo',
        source: 'Formato Anulación de e-NCF v1.0, encabezado, campo 3, p. 4',
        holds: (anecf) =>
          Number(anecf.Encabezado?.CantidadeNCFAnulados ?? 0) === sizeOfAll(placedOf(anecf).map(({ rango }) => rango)),
        message: (anecf) =>
          `CantidadeNCFAnulados dice ${anecf.Encabezado?.CantidadeNCFAnulados}, pero los rangos suman ${sizeOfAll(placedOf(anecf).map(({ rango }) => rango))}`,
      },
      {
        code: 'ANECF-RANGO-01',
        at: 'DetalleAnulacion',
        severity: 'rechazo',
        source: 'Formato Anulación de e-NCF v1.0, detalle, campo 5, p. 7',
        holds: areApart,
        message: 'Un mismo eNCF está en dos rangos de la anulación',
      },
    ],
  ),
  ruleSet<Anulacion, Annulment>(anulacionesOf, (_, index) => `DetalleAnulacion.Anulacion[${index + 1}]`, [
    {
      code: 'ANECF-LINEA-01',
      at: 'NoLinea',
      severity: 'rechazo',
      source: 'Formato Anulación de e-NCF v1.0, detalle, campo 1, p. 5',
      holds: ({ NoLinea = [] }, _, index) => NoLinea.length === 1 && countsUp(NoLinea[0], index),
      message: 'NoLinea va una vez en cada anulación, y las anulaciones se numeran en orden desde 1',
    },
    {
      code: 'ANECF-CANTIDAD-02',
      at: 'CantidadeNCFAnulados',
      severity: 'rechazo',
      source: 'Formato Anulación de e-NCF v1.0, detalle, campo 5, p. 7',
      holds: (linea) => Number(linea.CantidadeNCFAnulados ?? 0) === sizeOfAll(rangosOf(linea)),
      message: (linea) =>
        `CantidadeNCFAnulados dice ${linea.CantidadeNCFAnulados}, pero sus rangos suman ${sizeOfAll(rangosOf(linea))}`,
    },
  ]),
  ruleSet<Placed, Annulment>(placedOf, ({ path }) => path, [
    {
      code: 'ANECF-RANGO-02',
      at: 'SecuenciaeNCFDesde',
      severity: 'rechazo',
      source: 'Formato Anulación de e-NCF v1.0, detalle, campos 3 y 4, p. 6-7',
      holds: ({ rango, anulacion: { TipoeCF } }) => ends(rango).every((end) => end?.tipo === TipoeCF),
      message: ({ rango, anulacion: { TipoeCF } }) =>
        `El rango ${rango.SecuenciaeNCFDesde} a ${rango.SecuenciaeNCFHasta} debe ser de eNCF del tipo ${TipoeCF}`,
    },
    {
      code: 'ANECF-RANGO-03',
      at: 'SecuenciaeNCFHasta',
      severity: 'rechazo',
      source: 'Formato Anulación de e-NCF v1.0, detalle, campos 3 e y 4 c, p. 6-7',
      holds: ({ rango }) => ends(rango).includes(undefined) || sizeOf(rango) > 0,
      message: ({ rango }) =>
        `El rango termina en ${rango.SecuenciaeNCFHasta}, antes de empezar en ${rango.SecuenciaeNCFDesde}`,
    },
  ]),
];

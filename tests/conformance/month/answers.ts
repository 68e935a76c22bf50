import { reportes } from '@timbre/contract';
import { expect } from 'vitest';
import { amountsOf } from './amounts.ts';
import type { Company } from './company.ts';
import { bought } from './purchases.ts';
import { type Bought, isForeign, isOfConsumer, money, monthOf, type Sold } from './receipt.ts';
import { sold } from './sales.ts';

// The data that a person enters: receipts on paper, and answers to questions that no receipt states.

export const periods = ['202605', '202606', '202607', '202608'] as const;

const recordOf = (one: Bought | Sold, extra: object) => {
  const { itbis, total } = amountsOf(one);
  return {
    ...(one.rnc !== '' && { rnc: one.rnc }),
    razonSocial: one.nombre,
    ncf: one.ncf,
    fecha: one.fecha,
    itbis: money(itbis),
    montoTotal: money(total),
    ...(one.modifica !== undefined && { ncf_modificado: one.modifica }),
    ...extra,
  };
};

/** Loads the receipts on paper. */
export async function loadPaper({ call }: Company): Promise<void> {
  const isPaper = ({ via }: Sold | Bought) => via === 'papel';
  const purchases = bought.filter(isPaper).map((one) => {
    const { servicios, propina, selectivo, otros } = amountsOf(one);
    return recordOf(one, {
      montoServicios: money(servicios),
      propinaLegal: money(propina),
      impuestoSelectivo: money(selectivo),
      otrosImpuestos: money(otros),
      formaPago: one.forma,
    });
  });
  const sales = sold
    .filter(isPaper)
    .map((one) => recordOf(one, { formaPago: one.forma ?? '', tipoIngreso: one.ingreso }));
  for (const [tipo, datos] of [
    ['606', purchases],
    ['607', sales],
  ] as const) {
    const { body } = await call(reportes.cargarComprobantes, { params: { tipo }, body: { datos } });
    expect(body).toEqual({ cargados: datos.length, repetidos: [], rechazados: [], avisos: [] });
  }
}

/**
 * The accountant's answers for a purchase. The platform suggests the withholding of a person on paper or in the books.
 */
function answersOf(one: Bought): Record<string, string> {
  const { servicios, itbis } = amountsOf(one);
  const isOwn = ['E41', 'E43', 'E47'].includes(one.ncf.slice(0, 3));
  return {
    ...(one.via !== 'libros' && { tipo_bienes_servicios: one.tipo }),
    ...(itbis > 0 &&
      !isOfConsumer(one.ncf) &&
      !isForeign(one.ncf) && {
        itbis_costo: money(one.costo ?? 0),
        itbis_proporcionalidad: money(one.proporcional ?? 0),
      }),
    ...(one.pagado !== undefined && { fecha_pago: one.pagado }),
    ...(one.pagado !== undefined && one.via !== 'papel' && { forma_pago: one.forma }),
    // Nothing is withheld from a company, unless the accountant states it.
    ...(servicios > 0 && !one.persona && itbis > 0 && !isOwn && { itbis_retenido: money(one.itbisRetenido ?? 0) }),
    ...(one.persona && { tipo_retencion_isr: '02' }),
    ...(one.exterior && one.pagado !== undefined && { tipo_retencion_isr: '03' }),
  };
}

/** The rows of a report in a month. */
async function rowsOf({ call }: Company, tipo: '606' | '607' | '609', periodo: string) {
  const query = { periodo, cuantos: 1_000 };
  return (await call(reportes.listarComprobantes, { params: { tipo }, query } as never)).body.comprobantes;
}

/** Answers the questions that the receipts of the months leave open. */
export async function answer(company: Company): Promise<void> {
  const { call } = company;
  for (const periodo of periods) {
    const rows606 = await rowsOf(company, '606', periodo);
    const ofMonth = bought.filter(({ fecha }) => monthOf(fecha) === periodo);
    const idOf = (one: Bought) =>
      rows606.find(({ ncf, fila, momento }) => ncf === one.ncf && momento === 'compra' && isOf(fila.rnc_cedula, one))!
        .id;
    const cambios = ofMonth.map((one) => ({ id: idOf(one), respuestas: answersOf(one) }));
    await call(reportes.responderComprobantes, { params: { tipo: '606' }, body: { cambios } });
    const abroad = ofMonth.flatMap((one) => {
      if (one.exterior === undefined) return [];
      const { tipoId, id, pais, detalle } = one.exterior;
      const respuestas = {
        tipo_id_tributaria: tipoId,
        id_tributaria: id,
        pais,
        detalle_servicio: detalle,
        parte_relacionada: '0',
        ...(one.pagado !== undefined && { fecha_retencion_isr: one.pagado }),
      };
      return [{ id: idOf(one), respuestas }];
    });
    if (abroad.length > 0)
      await call(reportes.responderComprobantes, { params: { tipo: '609' }, body: { cambios: abroad } });
    const rows607 = await rowsOf(company, '607', periodo);
    const withheld = sold
      .filter(({ retenido, fecha }) => retenido !== undefined && monthOf(fecha) === periodo)
      .map(({ ncf, retenido }) => ({
        id: rows607.find((row) => row.ncf === ncf)!.id,
        respuestas: {
          itbis_retenido_terceros: money(retenido!.itbis),
          ...(retenido!.isr !== undefined && { retencion_renta_terceros: money(retenido!.isr) }),
          fecha_retencion: retenido!.fecha,
        },
      }));
    if (withheld.length > 0)
      await call(reportes.responderComprobantes, { params: { tipo: '607' }, body: { cambios: withheld } });
  }
  // The withholding of a person is the platform's suggestion, by the law on the day of the payment.
  for (const periodo of periods)
    await call(reportes.aceptarSugerencias, { params: { tipo: '606' }, body: { periodo } });
}

/** True if a row of the 606 belongs to this supplier, because several suppliers may use the same number. */
const isOf = (id: string | undefined, { rnc, ncf }: Bought): boolean =>
  id === rnc || isForeign(ncf) || ['13', '43'].includes(ncf.slice(1, 3));

import type { BrowserContext, Route } from 'playwright-core';

type Row = Record<string, unknown> & {
  id: string;
  ncf: string;
  fila: Record<string, string>;
  pendientes: string[];
  razones: Record<string, { codigo: string; marca: string; texto: string; fuente: string }>;
  respuestas: Record<string, string>;
  sugerencias: Record<string, string>;
  excluido: string | null;
};

const asked = ['tipo_bienes_servicios', 'itbis_costo'];
const pending = {
  codigo: 'D-PENDIENTE',
  marca: 'pendiente',
  texto: 'El comprobante no lo dice y nadie lo ha respondido',
  fuente: 'Instructivo 606 (febrero 2026)',
};
const answered = { ...pending, codigo: 'D-RESPONDIDO', marca: 'respondido', texto: 'Lo respondió una persona' };
const likely = {
  ...pending,
  codigo: 'D-SUGERIDO',
  marca: 'estimado',
  texto: 'Es una sugerencia: confírmela o corríjala',
};
const known = {
  ...pending,
  codigo: 'D-DATO',
  marca: 'dato',
  texto: 'Lo dice el comprobante',
  fuente: 'Formato e-CF v1.0',
};

/** An invented received e-CF of August 2026. Every third supplier was answered for before. */
function receipt(n: number): Row {
  const ncf = `E31${String(n).padStart(10, '0')}`;
  const suggested = n % 3 === 0;
  return {
    id: `132111117|${ncf}|compra`,
    fuente: 'recibido',
    documentoId: '0b7f3f1e-7a53-4d5e-9a43-3a58c2d0a001',
    rnc: '132111117',
    razonSocial: `Suplidora Inventada ${n} SRL`,
    tipoComprobante: 'E31',
    ncf,
    ncf_modificado: null,
    fecha: `2026-08-${String((n % 28) + 1).padStart(2, '0')}`,
    subtotal: '1000.00',
    itbis: '180.00',
    montoTotal: '1180.00',
    notaCredito: false,
    momento: 'compra',
    fila: {
      rnc_cedula: '132111117',
      ncf,
      total_monto_facturado: '1000.00',
      itbis_facturado: '180.00',
      forma_pago: '04',
      ...(suggested && { tipo_bienes_servicios: '09' }),
    },
    pendientes: suggested ? ['itbis_costo'] : [...asked],
    razones: {
      rnc_cedula: known,
      ncf: known,
      total_monto_facturado: known,
      itbis_facturado: known,
      forma_pago: { ...known, marca: 'calculado', texto: 'El comprobante es a crédito' },
      tipo_bienes_servicios: suggested ? likely : pending,
      itbis_costo: pending,
    },
    respuestas: {},
    sugerencias: suggested ? { tipo_bienes_servicios: '09' } : {},
    excluido: null,
  };
}

const box = (id: string, nombre: string, valor: string, more: object = {}) => ({
  id,
  nombre,
  valor,
  marca: 'calculado',
  filas: 0,
  formula: null,
  ...more,
});

const resumen = {
  totalIngresos: '250000.00',
  totalGastos: '118000.00',
  utilidadBruta: '132000.00',
  itbisVentas: '45000.00',
  itbisCompras: '18000.00',
  itbisAPagar: '27000.00',
  impuestoRenta: '0.00',
  utilidadNeta: '132000.00',
  nota: 'El impuesto sobre la renta es un estimado por la escala anual de personas físicas.',
  detalle: [
    { id: 'ventas', concepto: 'Ventas', monto: '250000.00', itbis: '45000.00', categoria: 'ingreso' },
    { id: 'compras', concepto: 'Compras y gastos', monto: '118000.00', itbis: '18000.00', categoria: 'gasto' },
    { id: 'neta', concepto: 'Utilidad neta', monto: '132000.00', itbis: '0.00', categoria: 'resultado' },
  ],
  formulario: [
    box('1', 'Total de operaciones', '250000.00', { filas: 12 }),
    box('27', 'Diferencia a pagar', '27000.00', { formula: 'casilla 21 − casilla 25' }),
    box('29', 'Saldo a favor anterior', '0.00', { marca: 'pendiente' }),
  ],
  anexoA: [box('A50.1', 'ITBIS pagado en compras locales', '18000.00', { filas: 100 })],
  preauditoria: [
    {
      codigo: 'IT1-COMPRAS',
      gravedad: 'aviso',
      casilla: 'A50.1',
      esperado: '18000.00',
      encontrado: '17820.00',
      mensaje: 'No cuadra con el 606 guardado',
    },
  ],
};

/** What the stub can be told. */
export interface Stub {
  /** Every answered change, in the order of the calls. */
  readonly answers: { id: string; respuestas: Record<string, string | null>; excluido?: string | null }[];
  /** The next so many saves fail, as without a server. */
  failSaves: number;
  /** The rows of the month. */
  readonly rows: Row[];
  /** Days of the reports that were generated. */
  readonly generated: { tipo: string; fechaDesde: string; fechaHasta: string }[];
}

/**
 * Answers the calls of the fiscal reports in place of the server, for one company and its August of 2026.
 *
 * @param count receipts of the 606
 */
export async function stubReportes(context: BrowserContext, count: number): Promise<Stub> {
  const stub: Stub = {
    answers: [],
    failSaves: 0,
    generated: [],
    rows: Array.from({ length: count }, (_, n) => receipt(n + 1)),
  };
  const byId = new Map(stub.rows.map((row) => [row.id, row]));
  const saved = new Map<string, Record<string, unknown>[]>();
  let polls = 0;
  const reports = (tipo: string) => saved.get(tipo) ?? [];
  const totals = () => ({
    montoTotal: `${count * 1180}.00`,
    itbisTotal: `${count * 180}.00`,
    subtotal: `${count * 1000}.00`,
    cantidadRegistros: count,
    pendientes: stub.rows.filter(({ pendientes, excluido }) => excluido === null && pendientes.length > 0).length,
  });
  const refuse = (route: Route, status: number, code: string, title: string) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', code, title, message: title, status, requestId: '' }),
    });

  function answer(change: Stub['answers'][number]): Row | undefined {
    const row = byId.get(change.id);
    if (row === undefined) return undefined;
    stub.answers.push(change);
    for (const [key, value] of Object.entries(change.respuestas)) {
      row.pendientes = row.pendientes.filter((one) => one !== key);
      if (value === null) {
        delete row.respuestas[key];
        delete row.fila[key];
        row.razones[key] = pending;
        if (asked.includes(key)) row.pendientes.push(key);
      } else {
        row.respuestas[key] = value;
        row.fila[key] = value;
        row.razones[key] = answered;
      }
    }
    if (change.excluido !== undefined) row.excluido = change.excluido;
    return row;
  }

  function generate(tipo: string, body: { fechaDesde: string; fechaHasta: string }) {
    polls = 0;
    stub.generated.push({ tipo, fechaDesde: body.fechaDesde, fechaHasta: body.fechaHasta });
    const report = {
      _id: `00000000-0000-4000-8000-${String(stub.generated.length).padStart(12, '0')}`,
      tipoReporte: tipo === 'it1' ? 'IT1' : tipo,
      ambiente: 'testecf',
      fechaDesde: body.fechaDesde,
      fechaHasta: body.fechaHasta,
      estado: 'generando',
      progreso: { porcentaje: 40, mensaje: 'Leyendo los comprobantes' },
      totales: totals(),
      resumen: tipo === 'it1' ? resumen : null,
      basadoEn: null,
      fechaCreacion: new Date(Date.UTC(2026, 8, 1, 12, stub.generated.length)).toISOString(),
      usuario: 'Contabilidad',
      rnc: '132000005',
      companyId: null,
      presentacion: null as object | null,
    };
    saved.set(tipo, [report, ...reports(tipo)]);
    return report;
  }

  await context.route(
    ({ pathname }) => /^\/api\/reportes(-fiscales)?\//.test(pathname),
    async (route) => {
      const request = route.request();
      const url = new URL(request.url());
      const method = request.method();
      const path = url.pathname.replace(/^\/api\/reportes-fiscales\//, '');
      const [tipo = '', second, third] = path.split('/');
      const ask = (name: string) => url.searchParams.get(name);
      const body = method === 'GET' || request.postData() === null ? undefined : (request.postData() ?? '');
      const json = () => JSON.parse(body ?? '{}');
      if (path === 'vencimientos')
        return route.fulfill({
          json: [
            { reporte: '606', periodo: '202608', vence: '2026-09-15', dias: -3, presentado: null },
            { reporte: '607', periodo: '202608', vence: '2026-09-15', dias: 4, presentado: null },
            { reporte: 'IT1', periodo: '202607', vence: '2026-08-20', dias: -29, presentado: 'A-4471' },
          ],
        });
      if (path === 'herramientas') return route.fulfill({ json: { 606: null, 607: null } });
      if (second === 'export')
        return third === 'txt' && totals().pendientes > 0
          ? refuse(
              route,
              409,
              'reportes/pendiente',
              'Faltan respuestas: complete las casillas pendientes antes del TXT',
            )
          : route.fulfill({
              body: 'uno;dos',
              headers: { 'content-disposition': `attachment; filename="${tipo}.csv"` },
            });
      if (second === 'problemas')
        return route.fulfill({
          json: {
            errores: 1,
            avisos: 1,
            porCodigo: [
              { codigo: '606-TIPO', gravedad: 'error', cantidad: 1 },
              { codigo: '606-FECHA', gravedad: 'aviso', cantidad: 1 },
            ],
            problemas: [
              {
                codigo: '606-FECHA',
                gravedad: 'aviso',
                id: stub.rows[1]?.id,
                campo: 'fecha_pago',
                ncf: stub.rows[1]?.ncf,
                mensaje: 'Falta la fecha de pago',
              },
              {
                codigo: '606-TIPO',
                gravedad: 'error',
                id: stub.rows[1]?.id,
                campo: 'tipo_bienes_servicios',
                ncf: stub.rows[1]?.ncf,
                mensaje: 'Falta el tipo de bienes y servicios',
              },
            ],
          },
        });
      if (second === 'comprobantes' && third === 'sugerencias') {
        const open = stub.rows.filter(({ sugerencias, respuestas }) =>
          Object.keys(sugerencias).some((key) => respuestas[key] === undefined),
        );
        for (const { id, sugerencias } of open) answer({ id, respuestas: sugerencias });
        return route.fulfill({ json: { aceptadas: open.length } });
      }
      if (second === 'comprobantes' && method === 'PUT') {
        if (stub.failSaves > 0) {
          stub.failSaves--;
          return route.abort();
        }
        const { cambios } = json() as { cambios: Stub['answers'] };
        return route.fulfill({ json: { comprobantes: cambios.map(answer).filter(Boolean) } });
      }
      if (second === 'comprobantes' && method === 'POST')
        return route.fulfill({
          json: {
            cargados: json().datos.length - 1,
            repetidos: [],
            rechazados: [{ linea: 2, ncf: 'B01', motivo: 'El NCF no tiene la forma correcta' }],
          },
        });
      if (second === 'comprobantes') {
        const wanted = ask('buscar') ?? '';
        const found = stub.rows.filter(
          (row) =>
            `${row.ncf} ${row.razonSocial}`.includes(wanted) &&
            (ask('soloPendientes') !== 'true' || row.pendientes.length > 0),
        );
        const from = Number(ask('despues') ?? 0);
        const to = from + Number(ask('cuantos') ?? 1_000);
        return route.fulfill({
          json: {
            comprobantes: ask('periodo') === '202608' ? found.slice(from, to) : [],
            siguiente: to < found.length ? String(to) : null,
            totales: totals(),
            presentado: null,
          },
        });
      }
      if (tipo === 'it1' && second === 'manuales') return route.fulfill({ status: 204 });
      if (third === 'casillas')
        return route.fulfill({ json: { casilla: resumen.formulario[0], filas: stub.rows.slice(0, 5) } });
      if (second === 'historico') return route.fulfill({ json: reports(tipo) });
      if (second === undefined && method === 'POST') {
        if (tipo === 'it1' && (reports('606').length === 0 || reports('607').length === 0))
          return refuse(
            route,
            409,
            'reportes/sin-606-607',
            'Debe generar primero los reportes 606 y 607 para el mismo período',
          );
        return route.fulfill({ status: 202, json: generate(tipo, json()) });
      }
      if (second === undefined)
        return route.fulfill({
          json: reports(tipo)
            .filter((one) => one.fechaDesde === ask('fechaDesde') && one.fechaHasta === ask('fechaHasta'))
            .map((one) => ({ ...one, datos: stub.rows.slice(0, 10) })),
        });
      const report = reports(tipo).find(({ _id }) => _id === second);
      if (report === undefined) return route.fulfill({ json: [] });
      if (third === 'filas') {
        const from = Number(ask('desde'));
        return route.fulfill({ json: { filas: stub.rows.slice(from, from + Number(ask('cuantas'))), total: count } });
      }
      if (third === 'presentacion') {
        report.presentacion = { ...json(), por: 'Contabilidad' };
        return route.fulfill({ json: report });
      }
      if (third === 'rectificacion')
        return route.fulfill({ json: { agregadas: 0, quitadas: 0, cambiadas: 1, ncf: [stub.rows[0]?.ncf] } });
      if (third === 'diferencias')
        return route.fulfill({
          json: {
            totales: [{ concepto: 'Monto total', antes: '1180.00', despues: '2360.00', porciento: '100.0' }],
            agregadas: 1,
            quitadas: 0,
            cambiadas: 0,
            diferencias: [{ ncf: stub.rows[1]?.ncf, clase: 'agregada', campo: null, antes: null, despues: null }],
          },
        });
      if (method === 'DELETE') {
        saved.set(
          tipo,
          reports(tipo).filter((one) => one !== report),
        );
        return route.fulfill({ status: 204 });
      }
      polls++;
      if (polls > 1) {
        report.estado = 'listo';
        report.progreso = { porcentaje: 100, mensaje: 'Listo' };
      } else report.progreso = { porcentaje: 70, mensaje: 'Guardando las filas' };
      return route.fulfill({ json: report });
    },
  );
  return stub;
}

import { denied, ecfOf, isolate, rfceOf } from '../../../main/testing/isolation.ts';

export const isolation = isolate({
  async furnish({ ctx }, { id: empresa_id }, { documentoId: documento_id }) {
    const pedido = `pedido-${empresa_id}`;
    const known = { empresa_id, clave: pedido, huella: Buffer.of(1), documento_id, creada: new Date() };
    await ctx.db.system((tx) => tx.insertInto('idempotencia').values(known).execute());
    return { pedido };
  },
  nothing: { pedido: 'pedido-de-nadie' },
  rows: {
    'POST /fe/api/emision/ecf/EnviarFactura': ({ rnc, pedido }) => [
      {
        headers: { 'idempotency-key': pedido },
        body: { Encabezado: { IdDoc: { TipoeCF: '31' }, Emisor: { RNCEmisor: rnc } } },
        code: 'ecf/invalido',
      },
    ],
    'POST /api/rfce/EnviarYConsultar': ({ rnc }) => [{ form: { xml: rfceOf(rnc) }, ...denied }],
    'POST /api/XmlSigner/SignXmlFromDb': ({ rnc }) => [
      { form: { XmlFile: ecfOf(rnc) }, ...denied },
      { form: { XmlFile: rfceOf(rnc) }, ...denied },
    ],
  },
});

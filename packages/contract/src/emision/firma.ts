import { route } from '@timbre/route';
import { Type } from 'typebox';
import { EsperaPreferida, formDelXml } from '../autoridad.ts';
import { orNull } from '../shared.ts';

/**
 * Signs any XML with the company's certificate: multipart `XmlFile`, `AddFechaHoraFirma` = true/false. An e-CF or a
 * summary (RFCE) takes its number here; it is stored and signed but not sent. Sending the same document again returns
 * the same bytes.
 */
export const signXmlFromDb = route({
  method: 'POST',
  path: '/api/XmlSigner/SignXmlFromDb',
  summary: 'Firmar un XML con el certificado de la empresa',
  policy: 'emitir',
  stepUp: 'libre',
  bodyKind: 'multipart',
  form: {
    ...formDelXml('Cualquier XML; una firma anterior se quita'),
    AddFechaHoraFirma: {
      kind: 'text',
      description: 'true: FechaHoraFirma es el momento de firmar, aunque el XML traiga otra',
      schema: Type.String({ pattern: '^([Tt]rue|TRUE|[Ff]alse|FALSE)?$', examples: ['true'] }),
    },
  },
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({ signedXml: Type.String() }),
});

/**
 * Stores a signed RFCE in the ledger and sends it: multipart `XmlFile`, `Ambiente`, `Token`, `RNCEmisor`, `CodigoSeguridad`,
 * optional `ENCF`; each must match the company and the XML. `id` is the document's: `/api/consulta-estado` accepts it as
 * TrackId. 202 while the DGII has not decided: it is stored and will be sent.
 */
export const enviarYConsultarRfce = route({
  method: 'POST',
  path: '/api/rfce/EnviarYConsultar',
  summary: 'Enviar un resumen de factura de consumo',
  policy: 'emitir',
  authorityToken: 'formulario',
  headers: EsperaPreferida,
  unfinishedStatus: 202,
  bodyKind: 'multipart',
  form: {
    ...formDelXml('RFCE firmado'),
    Token: {
      kind: 'text',
      description: 'El de ValidarSemilla, si ninguna cabecera dice quién llama. A la DGII se envía el de la plataforma',
    },
  },
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({
    trackId: orNull(Type.String()),
    id: Type.String(),
    estado: Type.String(),
    codigo: Type.String(),
    mensajes: Type.Array(Type.Object({ codigo: Type.String(), valor: Type.String() })),
  }),
});

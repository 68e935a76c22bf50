import { route } from '@timbre/route';
import { Type } from 'typebox';

/** Signs any XML with the company's certificate: multipart `XmlFile`, `AddFechaHoraFirma` = true/false. */
export const signXmlFromDb = route({
  method: 'POST',
  path: '/api/XmlSigner/SignXmlFromDb',
  summary: 'Firmar un XML con el certificado de la empresa',
  policy: 'emitir',
  bodyKind: 'multipart',
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({ signedXml: Type.String() }),
});

/** Sends a signed RFCE: multipart `XmlFile`, `Ambiente`, `Token`, `RNCEmisor`, `CodigoSeguridad`, optional `ENCF`. */
export const enviarYConsultarRfce = route({
  method: 'POST',
  path: '/api/rfce/EnviarYConsultar',
  summary: 'Enviar un resumen de factura de consumo',
  policy: 'emitir',
  bodyKind: 'multipart',
  maxBodyBytes: 6 * 1024 * 1024,
  answer: Type.Object({
    trackId: Type.Union([Type.String(), Type.Null()]),
    id: Type.String(),
    estado: Type.String(),
    codigo: Type.String(),
    mensajes: Type.Array(Type.Object({ codigo: Type.String(), valor: Type.String() })),
  }),
});

/** Sample code for Node with which a receiver verifies a delivery. tests/webhook-verification.test.ts runs it. */
export const verificacion = `const { createHmac, timingSafeEqual } = require('node:crypto');

// encabezado: Timbre-Signature; cuerpo: los bytes recibidos, sin interpretar.
function esDeTimbre(encabezado, cuerpo, secreto) {
  const partes = encabezado.split(',').map((parte) => parte.split('='));
  const t = partes.find(([nombre]) => nombre === 't')?.[1];
  if (!t || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const esperada = createHmac('sha256', secreto).update(t + '.').update(cuerpo).digest();
  return partes.some(([nombre, firma]) => {
    const dada = Buffer.from(nombre === 'v1' ? firma : '', 'hex');
    return dada.length === esperada.length && timingSafeEqual(dada, esperada);
  });
}`;

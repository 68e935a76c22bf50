import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'sin-respuesta',
  area: 'Cuando algo falla',
  title: 'Cuando la DGII no responde',
  about: 'La falta de conexión con la DGII no detiene la facturación.',
  notes: [
    'De un comprobante cuya respuesta se perdió se pregunta antes de enviarlo otra vez. Si nadie puede decirlo queda **Sin confirmar**: mire el portal de la DGII y regístrelo en el detalle.',
  ],
  terms: ['contingencia', 'en proceso'],
  tasks: [
    {
      id: 'dgii-no-responde',
      title: 'Cómo seguir cuando la DGII no responde',
      steps: [
        'Una barra en todas las pantallas dice desde cuándo no responde y cuántos comprobantes esperan.',
        'Siga emitiendo: cada comprobante queda firmado y se envía solo, en orden, cuando la DGII vuelve.',
        'Con **Reintentar ahora** se prueba sin esperar.',
      ],
    },
    {
      id: 'serie-b',
      title: 'Cómo facturar si no puede emitir e-CF',
      steps: [
        'Si solo falla la conexión con la DGII, siga emitiendo: no necesita la serie B.',
        'Si no hay sistema, avise a la DGII de inmediato en el módulo de contingencia de la Oficina Virtual.',
        'Facture con sus secuencias de la serie B.',
        'Al volver, haga el e-CF de cada una: en **Nueva Factura** abra **Contingencia**, marque **Reemplaza un comprobante de la serie B emitido en contingencia** y escriba su número y su fecha.',
      ],
      notes: ['Los plazos están en **DGII**, en **Contingencia**.'],
      terms: ['contingencia'],
    },
  ],
};

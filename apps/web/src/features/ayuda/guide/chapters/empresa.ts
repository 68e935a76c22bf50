import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'empresa',
  area: 'La empresa',
  title: 'Los datos de la empresa',
  about: 'Lo que sale en cada comprobante, y las claves con que otros sistemas trabajan por la empresa.',
  tasks: [
    {
      id: 'datos-empresa',
      title: 'Cómo cambiar los datos que salen en las facturas',
      steps: [
        'Abra **Configuración**, pestaña **General**.',
        'En **Datos de la empresa** cambie la **Dirección**, el **Teléfono** o el **Correo de la empresa**.',
        'Pulse **Guardar datos**. Lo ya emitido no cambia.',
      ],
      notes: [
        'Diga ahí si la empresa **Es agente de retención**: de eso depende qué se retiene en las compras.',
        'El logo se cambia en **Inicio**, pulsando sobre él.',
      ],
    },
    {
      id: 'clave-api',
      title: 'Cómo conectar otro sistema',
      steps: [
        'En **Configuración**, pestaña **General**, busque **Claves** y pulse **Generar API Key**.',
        'Guarde la clave: se muestra una sola vez. Su sistema la envía en el encabezado X-API-KEY.',
        'Dé al programador la referencia de la API, en /api/docs de este mismo servidor.',
        'Si la clave se filtra, pulse **Generar API Key** otra vez: la anterior deja de valer.',
      ],
    },
    {
      id: 'campos-pdf',
      title: 'Cómo cambiar el nombre del producto en el PDF',
      steps: [
        'Abra **Configuración**, pestaña **Mapeo de Datos**, y busque **Campos Representación Impresa**.',
        'En **Nombre del producto** elija el nombre o la descripción larga.',
        'Pulse **Guardar Configuración**.',
      ],
    },
  ],
};

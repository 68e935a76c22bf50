import { route } from '@timbre/route';
import { Type } from 'typebox';
import { enPartes, parteDeLista } from '../shared.ts';
import { descripcionesDeImpuesto } from '../tables.ts';
import { Rnc, RncQuery } from './rnc.ts';

/** A tax of the company's external system, and the tax here that corresponds to it. */
export const Impuesto = Type.Object(
  {
    idImpuestoExterno: Type.String({ minLength: 1, maxLength: 100 }),
    descripcion: Type.Enum([...descripcionesDeImpuesto]),
    rncEmisor: Rnc,
  },
  { additionalProperties: false },
);

/** The mapping of taxes, 1,000 at most. */
export const listarImpuestos = route({
  method: 'GET',
  path: '/api/configuracion/crearimpuestos',
  summary: 'ID de ITBIS asignados',
  policy: 'leer',
  menu: 'configuracion',
  ...enPartes('idImpuestoExterno'),
  query: Type.Object({ ...RncQuery.properties, ...parteDeLista() }),
  answer: Type.Array(Impuesto),
});

export const crearImpuesto = route({
  method: 'POST',
  path: '/api/configuracion/crearimpuestos',
  summary: 'Asignar un ID de ITBIS',
  policy: 'administrar',
  menu: 'configuracion',
  body: Impuesto,
  status: 201,
  answer: Impuesto,
});

export const modificarImpuesto = route({
  method: 'PUT',
  path: '/api/configuracion/modificarimpuestos',
  summary: 'Modificar un ID de ITBIS',
  policy: 'administrar',
  menu: 'configuracion',
  body: Impuesto,
  answer: Impuesto,
});

export const eliminarImpuesto = route({
  method: 'DELETE',
  path: '/api/configuracion/eliminarimpuestos',
  summary: 'Eliminar un ID de ITBIS',
  policy: 'administrar',
  menu: 'configuracion',
  query: Type.Object({ rncEmisor: Type.String(), idImpuestoExterno: Type.String() }),
  status: 204,
});

/** The field that names a product on the printed representation. */
const CamposPdf = Type.Object({
  rncEmisor: Rnc,
  campoNombreItem: Type.Enum(['NombreItem', 'DescripcionItem']),
});

/** 404 while it has not been set: then `NombreItem` is used. */
export const verCamposPdf = route({
  method: 'GET',
  path: '/api/configuracion/campos-pdf',
  summary: 'Campos de la representación impresa',
  policy: 'leer',
  menu: 'configuracion',
  query: RncQuery,
  answer: CamposPdf,
});

export const guardarCamposPdf = route({
  method: 'POST',
  path: '/api/configuracion/campos-pdf',
  summary: 'Guardar los campos de la representación impresa',
  policy: 'administrar',
  menu: 'configuracion',
  body: CamposPdf,
  answer: CamposPdf,
});

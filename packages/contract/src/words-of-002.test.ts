import { expect, test } from 'vitest';
import { type ProblemCode, problems } from './problems.ts';

test.each<readonly [ProblemCode, string]>([
  ['reportes/fechas', 'Por favor seleccione el rango de fechas'],
  ['reportes/orden', 'La fecha desde no puede ser mayor que la fecha hasta'],
  ['reportes/formato', 'Los datos procesados no tienen el formato correcto'],
  ['reportes/sin-datos', 'No hay datos con NCF válidos para exportar'],
  ['reportes/sin-606-607', 'Debe generar primero los reportes 606 y 607 para el mismo período'],
  ['reportes/sin-conexion', 'No hay conexión válida con QuickBooks'],
  ['reportes/sin-mapeo', 'No hay mapeo de cuentas configurado. Por favor configure el mapeo primero.'],
  ['quickbooks/sin-conexion', 'No hay tokens válidos de QuickBooks'],
  ['quickbooks/sin-empresa', 'Company ID no configurado'],
  ['quickbooks/sin-codigo', 'Código de autorización no proporcionado'],
  ['quickbooks/sin-estado', 'Estado OAuth no recibido de QuickBooks'],
  ['quickbooks/estado', 'Estado de OAuth inválido - posible ataque CSRF'],
  ['quickbooks/vencida', 'Sesión OAuth expirada, reinicie el proceso'],
  ['quickbooks/no-conectado', 'No se pudo establecer conexión válida con QuickBooks'],
  ['quickbooks/sin-respuesta', 'No se pudo conectar con el servidor de autenticación'],
  ['mapeo/cuentas', 'No se encontró cuentas válidas en el archivo'],
  ['mapeo/no-reconocido', 'Archivo no válido: no contiene mapeos reconocidos'],
  ['firmado/sin-rnc', 'No se ha configurado un RNC. Ve a Configuración primero.'],
  ['procesar/requisitos', 'Complete todos los requisitos antes de procesar'],
])(
  'the title of %s is that of specification 002: «%s»',
  { tags: ['SR5-10', 'SR5-11', 'SR5-12', 'SR5-14', 'SR5-39', 'SR8-11', 'SR8-12'] },
  (code, words) => expect(problems[code].title).toBe(words),
);

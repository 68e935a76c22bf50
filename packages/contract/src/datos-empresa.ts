/** The name of each field of a company's facts, as people read it. */
export const datoDeEmpresa = {
  direccion: 'Dirección',
  nombreComercial: 'Nombre comercial',
  sucursales: 'Sucursales',
  provincia: 'Provincia',
  municipio: 'Municipio',
  telefonos: 'Teléfonos',
  correo: 'Correo',
  sitioWeb: 'Sitio web',
  actividadEconomica: 'Actividad económica',
  agenteRetencion: 'Agente de retención',
  retencionDeLey: 'Retención de ley',
  emisorDesde: 'Inicio como emisor electrónico',
  envioDiferido: 'Envío diferido',
} as const;

/** The name of a field of a company's facts. */
export type DatoDeEmpresa = keyof typeof datoDeEmpresa;

/** Address of the screen where a company completes a field: Configuración, with the focus in the field. */
export const dondeSeCompleta = (dato: DatoDeEmpresa): string => `/configuracion?dato=${dato}`;

/** The field of such an address; undefined for another address. */
export const datoDondeSeCompleta = (address: string | undefined): DatoDeEmpresa | undefined =>
  (Object.keys(datoDeEmpresa) as DatoDeEmpresa[]).find((dato) => dondeSeCompleta(dato) === address);

import { ambienteNombre, ambienteVisible, type aprobaciones } from '@timbre/contract';
import {
  cedulaCheckDigitHolds,
  displayFecha,
  formatFecha,
  formatISODate,
  type RNC,
  rncCheckDigitHolds,
} from '@timbre/values';
import type { Static } from 'typebox';
import type { WaitingSolicitud } from '../../domain/companies/environment-requests-repo.ts';
import type { WaitingRow } from '../../domain/companies/registrations-repo.ts';
import type { Decided, Waiting } from './service.ts';

type Solicitud = Static<typeof aprobaciones.Solicitud>;

export const solicitudView = (waiting: Waiting, now: Date): Solicitud =>
  'registro' in waiting ? registroView(waiting.registro) : ambienteView(waiting.ambiente, now);

/** A decided request. */
export function decididaView(decided: Decided): Static<typeof aprobaciones.SolicitudDecidida> {
  const inAmbiente = 'ambiente' in decided;
  const row = inAmbiente ? decided.ambiente : decided.registro;
  return {
    id: row.id,
    tipo: inAmbiente ? 'ambiente' : 'registro',
    razonSocial: row.razon_social,
    rncEmisor: row.rnc,
    ambienteActual: ambienteNombre[inAmbiente ? decided.ambiente.ambiente_actual : 'testecf'],
    nuevoAmbiente: ambienteNombre[inAmbiente ? decided.ambiente.nuevo_ambiente : 'testecf'],
    solicitadoPor: row.pedida_por,
    fecha: row.pedida.toISOString(),
    decision: row.estado,
    motivo: row.motivo,
    decididaPor: row.resuelta_por,
    decidida: row.resuelta.toISOString(),
  };
}

const ambienteView = (row: WaitingSolicitud, now: Date): Solicitud => {
  const { id, empresa, nuevo_ambiente, pedida_por, pedida } = row;
  return {
    id,
    tipo: 'ambiente',
    razonSocial: empresa.razon_social,
    rncEmisor: empresa.rnc,
    ambienteActual: ambienteNombre[empresa.ambiente],
    nuevoAmbiente: ambienteNombre[nuevo_ambiente],
    solicitadoPor: pedida_por,
    fecha: pedida.toISOString(),
    evidencias: [certificateWords(row, now), verdictWords(row)],
    impedimento: null,
  };
};

function certificateWords({ certificado_hasta: end }: WaitingSolicitud, now: Date): string {
  if (end === null) return 'No tiene certificado digital cargado';
  const day = displayFecha(formatISODate(formatFecha(end.getTime())));
  return end > now ? `Certificado digital vigente hasta el ${day}` : `El certificado digital venció el ${day}`;
}

const verdictWords = ({ empresa, aceptados, rechazados }: WaitingSolicitud): string =>
  aceptados + rechazados === 0
    ? `La DGII no ha respondido ningún comprobante en ${ambienteVisible[empresa.ambiente]}`
    : `En ${ambienteVisible[empresa.ambiente]}, la DGII aceptó ${aceptados} y rechazó ${rechazados}`;

const registroView = (row: WaitingRow): Solicitud => ({
  id: row.id,
  tipo: 'registro',
  razonSocial: row.razon_social,
  rncEmisor: row.rnc,
  ambienteActual: ambienteNombre.testecf,
  nuevoAmbiente: ambienteNombre.testecf,
  solicitadoPor: row.correo,
  fecha: row.pedida.toISOString(),
  evidencias: evidencesOf(row),
  impedimento:
    row.registrada === null ? null : `Ese RNC ya está registrado como «${row.registrada}»: solo se puede rechazar`,
});

/** The facts that the platform has about the applicant, in Spanish. */
function evidencesOf({ rnc, conocido, propio, otras, ip }: WaitingRow): string[] {
  const holds = rncCheckDigitHolds(rnc as RNC) || cedulaCheckDigitHolds(rnc as RNC);
  const person = propio
    ? 'El correo es de un usuario de la plataforma, que escribió su contraseña'
    : 'El correo es de un usuario de la plataforma, que no escribió su contraseña: al aprobar, entréguele usted el código';
  return [
    holds ? 'El dígito verificador del RNC es correcto' : 'El dígito verificador del RNC no es correcto',
    conocido ? person : 'El correo es nuevo en la plataforma y no se ha comprobado que sea de quien lo escribió',
    ...(otras === 0
      ? []
      : [otras === 1 ? 'Otra solicitud pide el mismo RNC' : `Otras ${otras} solicitudes piden el mismo RNC`]),
    ...(ip === '' ? [] : [`Pedida desde ${ip}`]),
  ];
}

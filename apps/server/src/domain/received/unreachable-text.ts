import type { AuthorityUnreachable } from '@timbre/authority';

/** Why another taxpayer could not be reached, in Spanish, with the messages of that taxpayer. */
export function unreachableText({ reason, mensajes }: AuthorityUnreachable): string {
  const words = mensajes
    .map(({ valor }) => valor)
    .join('; ')
    .slice(0, 300);
  return `${reasons[reason]}${words && `: ${words}`}`;
}

const reasons: Readonly<Record<AuthorityUnreachable['reason'], string>> = {
  'sin-conexion': 'No se pudo conectar con el contribuyente',
  tiempo: 'El contribuyente no respondió a tiempo',
  cortada: 'La conexión con el contribuyente se cortó',
  respuesta: 'El contribuyente respondió en otra forma',
  servidor: 'El servicio del contribuyente falló',
  ocupada: 'El contribuyente pidió intentar más tarde',
  sesion: 'El contribuyente no dio un token',
  certificado: 'El contribuyente no aceptó el certificado',
  circuito: 'La DGII, que tiene la dirección del contribuyente, no responde',
};

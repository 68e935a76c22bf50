import { type Ambiente, type Mensaje, numberAfter } from '@timbre/authority';
import { type RuleOptions, umbralResumen } from '@timbre/ecf';
import { add, compare, formatFecha, formatISODate, isZero, parseDecimal, parseENCF, zero } from '@timbre/values';
import { documentFaults } from './document-faults.ts';
import { type Examined, leafAt } from './examine.ts';
import type { Decision, Facts, Memory, NumberKnown } from './registry.ts';
import { isAuthorized, mayActFor, type Roll } from './roll.ts';

/** A signed document and all data that decide its verdict. */
interface Case {
  readonly service: 'enviarECF' | 'enviarRFCE';
  readonly ambiente: Ambiente;
  readonly fileName: string;
  /** Epoch milliseconds of its reception. */
  readonly at: number;
  /** Holder id of the certificate for which the token was granted. */
  readonly tokenHolderId: string;
  readonly examined: Examined;
  readonly rnc: string;
  readonly eNCF: string;
  readonly facts: Facts;
  readonly registry: Memory;
  readonly roll: Roll;
}

/** One requirement; a document for which it does not hold is rejected. */
interface Ground {
  readonly codigo: string;
  readonly holds: (item: Case) => boolean;
  readonly valor: (item: Case) => string;
}

const historyOf = (item: Case): NumberKnown => item.registry.numberOf(item.ambiente, item.rnc, item.eNCF);
const montoOf = (item: Case) => parseDecimal(item.facts.montoTotal ?? '') ?? zero;
const isSmallConsumo = (item: Case): boolean => item.facts.tipo === '32' && compare(montoOf(item), umbralResumen) < 0;
const secuenciaOf = (item: Case): number => Number(item.eNCF.slice(3));

/** The e-CF that a note modifies, if it is of series E, of this issuer or of one that it absorbed. */
const modifiedBy = (item: Case): NumberKnown | undefined => {
  const { ncfModificado } = item.facts;
  if (ncfModificado === undefined || !/^E/i.test(ncfModificado)) return undefined;
  const issuer = leafAt(item.examined.read, 'InformacionReferencia.RNCOtroContribuyente') ?? item.rnc;
  return item.registry.numberOf(item.ambiente, issuer, ncfModificado);
};

/**
 * Every requirement beyond the document itself; for those within the document, see the rules of the format.
 */
const grounds: readonly Ground[] = [
  {
    codigo: '3243',
    holds: (item) => item.fileName.toLowerCase() === `${item.rnc}${item.eNCF}.xml`.toLowerCase(),
    valor: (item) => `El nombre del archivo ${item.fileName} no es válido: debe ser RNCEmisor + eNCF + .xml`,
  },
  {
    codigo: '0',
    holds: (item) => mayActFor(item.roll, item.examined.holderId, item.rnc),
    valor: ({ examined }) => `El RNC ${examined.holderId} del certificado no está delegado para realizar transacciones`,
  },
  {
    codigo: '0',
    holds: (item) => mayActFor(item.roll, item.tokenHolderId, item.rnc),
    valor: (item) => `El RNC ${item.tokenHolderId} del token no está delegado para realizar transacciones`,
  },
  {
    codigo: '0',
    holds: (item) => item.roll.issuers.size === 0 || item.roll.issuers.has(item.rnc),
    valor: () => 'El RNC Emisor del comprobante no corresponde a un emisor electrónico',
  },
  {
    codigo: '0',
    holds: (item) => item.roll.issuers.get(item.rnc)?.active ?? true,
    valor: () => 'El RNC Emisor no se encuentra activo',
  },
  {
    codigo: '0',
    holds: (item) => isAuthorized(item.roll, item.ambiente, item.rnc, item.eNCF.slice(1, 3), secuenciaOf(item)),
    valor: () => 'El e-NCF no está autorizado para el RNC Emisor del comprobante fiscal electrónico',
  },
  {
    codigo: '0',
    holds: (item) => item.service !== 'enviarECF' || !isSmallConsumo(item),
    valor: () => 'Las facturas de consumo menores a RD$250,000.00 se remiten como resumen',
  },
  {
    codigo: '0',
    holds: (item) => item.service !== 'enviarRFCE' || isSmallConsumo(item),
    valor: () => 'Las facturas de consumo iguales o mayores a RD$250,000.00 se remiten completas',
  },
  {
    codigo: '1209',
    holds: (item) => !historyOf(item).used,
    valor: (item) => `La secuencia ${item.eNCF} ya fue utilizada`,
  },
  {
    codigo: '0',
    holds: (item) => !item.registry.isAnnulled(item.ambiente, item.rnc, item.eNCF.slice(1, 3), secuenciaOf(item)),
    valor: (item) => `La secuencia ${item.eNCF} fue anulada`,
  },
  {
    codigo: '614',
    holds: (item) => {
      const accepted = modifiedBy(item)?.accepted;
      return modifiedBy(item) === undefined || (accepted !== undefined && accepted.finalAt <= item.at);
    },
    valor: ({ facts }) => `El NCF modificado ${facts.ncfModificado} no ha sido emitido o aceptado`,
  },
  {
    codigo: '0',
    holds: (item) => {
      const modified = modifiedBy(item);
      const limit = parseDecimal(modified?.accepted?.facts.montoTotal ?? '');
      if (item.facts.tipo !== '34' || modified === undefined || limit === undefined) return true;
      if (isZero(modified.credited)) return true;
      return compare(add(modified.credited, montoOf(item)), limit) <= 0;
    },
    valor: ({ facts }) => `Las notas de crédito del ${facts.ncfModificado} superan su monto total`,
  },
];

/**
 * Decides on a document with a valid signature.
 *
 * An invalid structure is reported alone, as is an invalid e-NCF. Otherwise all grounds are reported together.
 */
export function judge(item: Case): Decision {
  const { structure, rejections, observations } = documentFaults(item.examined.read, {
    now: item.at,
    ...knownOf(modifiedBy(item)),
  });
  if (structure.length > 0) return rejected(structure, isUsedBy(structure, item));
  if (parseENCF(item.eNCF) === undefined) {
    const mensajes = [{ codigo: '0', valor: `El e-NCF ${item.eNCF} no es válido` }];
    return rejected(mensajes, isUsedBy(mensajes, item));
  }

  const failing = grounds.filter((ground) => !ground.holds(item));
  if (failing.length > 0 || rejections.length > 0) {
    const grounded = failing.map((ground) => ({ codigo: ground.codigo, valor: ground.valor(item) }));
    const mensajes = [...grounded, ...rejections];
    return rejected(mensajes, isUsedBy(mensajes, item));
  }
  return {
    estado: observations.length > 0 ? 'aceptado_condicional' : 'aceptado',
    mensajes: observations,
    secuenciaUtilizada: true,
  };
}

const isUsedBy = (mensajes: readonly Mensaje[], item: Case): boolean =>
  historyOf(item).used || usesNumber(mensajes, item.at);

/** Whether a rejection uses up its number, by the table of causes. @param at epoch milliseconds of the rejection */
export const usesNumber = (mensajes: readonly Mensaje[], at: number): boolean =>
  numberAfter(mensajes, formatISODate(formatFecha(at))).numero === 'gastado';

/** The facts of the modified e-CF with which the rules compare a note. */
function knownOf(modified: NumberKnown | undefined): Pick<RuleOptions, 'modificado'> {
  if (modified?.accepted === undefined) return {};
  const { montoTotal, fechaEmision, rncComprador } = modified.accepted.facts;
  return {
    modificado: {
      Encabezado: {
        ...(fechaEmision === undefined ? {} : { Emisor: { FechaEmision: fechaEmision } }),
        ...(rncComprador === undefined ? {} : { Comprador: { RNCComprador: rncComprador } }),
        ...(montoTotal === undefined ? {} : { Totales: { MontoTotal: montoTotal } }),
      },
    },
  };
}

/** Makes a rejection with its reasons. */
export const rejected = (mensajes: readonly Mensaje[], secuenciaUtilizada: boolean): Decision => ({
  estado: 'rechazado',
  mensajes,
  secuenciaUtilizada,
});

/** Reads the facts of an e-CF or of an RFCE. Both have them at the same paths, except for the security code. */
export function factsOf({ read, codigoSeguridad }: Examined): Facts {
  const at = (path: string) => leafAt(read, path);
  return {
    tipo: at('Encabezado.IdDoc.TipoeCF'),
    razonSocialEmisor: at('Encabezado.Emisor.RazonSocialEmisor'),
    rncComprador: at('Encabezado.Comprador.RNCComprador'),
    idExtranjero: at('Encabezado.Comprador.IdentificadorExtranjero'),
    razonSocialComprador: at('Encabezado.Comprador.RazonSocialComprador'),
    montoTotal: at('Encabezado.Totales.MontoTotal'),
    totalITBIS: at('Encabezado.Totales.TotalITBIS'),
    fechaEmision: at('Encabezado.Emisor.FechaEmision'),
    fechaFirma: at('FechaHoraFirma'),
    codigoSeguridad: at('Encabezado.CodigoSeguridadeCF') ?? codigoSeguridad,
    ncfModificado: at('InformacionReferencia.NCFModificado'),
  };
}

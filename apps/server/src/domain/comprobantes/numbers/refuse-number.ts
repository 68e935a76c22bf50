import { type Ambiente, type Estado, estadoNombre, type ProblemCode, problems, serieVisible } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import type { Range } from './lock-ranges.ts';
import { lackingRange, rangeText } from './number-faults.ts';

/** Refuses a number that another document holds; the message includes the remedy. */
export function refuseTaken({ id, estado }: { readonly id: string; readonly estado: Estado }, eNCF: string): never {
  const advice =
    estado === 'firmado'
      ? 'Para corregirlo antes de enviarlo, edite aquel; para emitir otro, use otro número.'
      : 'Emita este comprobante con otro número.';
  return refuse(
    'ecf/duplicado',
    `El número ${eNCF} ya es del comprobante ${id} (${estadoNombre[estado]}), con otro contenido. ${advice}`,
  );
}

/** Refuses a number that cannot be used; the message has the number, the reason and the remedy. */
export function refuseNumber(problem: ProblemCode, eNCF: string, ambiente: Ambiente, ranges: readonly Range[]): never {
  const tipo = eNCF.slice(1, 3);
  const reject = (reason: string): never => {
    const rango = lackingRange(problem, { tipo: Number(tipo), ambiente });
    throw new Problem(problem, reason, undefined, { rango });
  };
  const known = ranges.map((range) => rangeText(range));
  const registered = known.length === 0 ? 'No hay ninguno registrado' : `Los registrados: ${known.join('; ')}`;
  if (problem === 'secuencia/falta')
    return reject(
      `El número ${eNCF} no está en ningún rango de ${serieVisible(tipo, ambiente)}. ${registered}. Registre el rango que autorizó la DGII, o use un número de los registrados.`,
    );
  if (problem === 'secuencia/vencida') return reject(`El número ${eNCF} es de un rango vencido. ${registered}.`);
  if (problem === 'ecf/duplicado')
    return reject(`El número ${eNCF} ya se usó en un comprobante que no está en la base de datos. Use otro.`);
  return reject(problems[problem].title);
}

import type { ErrorDeDocumento } from '@timbre/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Problem } from './problem.ts';

/** Where in the request a value stands; the word that a refusal says. */
type Place = 'cuerpo' | 'ruta' | 'consulta' | 'encabezado';

/**
 * Compiles the check of one part of a request.
 *
 * @param schema what the contract says
 * @param place names the part in the refusal
 * @returns takes what came, gives it checked, without what the schema does not name; throws Problem `peticion/invalida`.
 * Everywhere but in the body, text becomes the number or boolean that is wanted, and what is missing takes its default.
 */
export function checker(schema: TSchema, place: Place): (value: unknown) => unknown {
  const validator = Compile(schema);
  return (value) => {
    const given = place === 'cuerpo' ? value : validator.Convert(validator.Default({ ...(value as object) }));
    if (validator.Check(given)) return validator.Clean(given);
    const errores = validator
      .Errors(given)
      .slice(0, 20)
      .map((error) => described(error, place));
    throw new Problem('peticion/invalida', errores[0]?.mensaje, errores);
  };
}

function described(error: TLocalizedValidationError, place: Place): ErrorDeDocumento {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const campo =
    error.keyword === 'required' ? [path, error.params.requiredProperties[0]].filter(Boolean).join('.') : path;
  return { codigo: `peticion/${error.keyword}`, mensaje: `${campo || subjects[place]} ${wish(error)}`, campo };
}

const subjects: Record<Place, string> = {
  cuerpo: 'El cuerpo',
  ruta: 'La ruta',
  consulta: 'La consulta',
  encabezado: 'El encabezado',
};

/** What the schema wanted, to follow the name of the field. */
function wish(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'required':
      return 'es obligatorio';
    case 'type':
      return `debe ser ${[error.params.type]
        .flat()
        .map((type) => typeNames[type] ?? type)
        .join(' o ')}`;
    case 'enum':
      return `debe ser uno de: ${error.params.allowedValues.join(', ')}`;
    case 'format':
      return `no tiene el formato esperado (${error.params.format})`;
    case 'pattern':
      return 'no tiene la forma esperada';
    case 'minLength':
      return error.params.limit === 1 ? 'no puede estar vacío' : `debe tener al menos ${error.params.limit} caracteres`;
    case 'maxLength':
      return `no puede tener más de ${error.params.limit} caracteres`;
    case 'minimum':
      return `no puede ser menor que ${error.params.limit}`;
    case 'maximum':
      return `no puede ser mayor que ${error.params.limit}`;
    case 'maxItems':
      return `no puede tener más de ${error.params.limit} elementos`;
    default:
      return 'no es válido';
  }
}

const typeNames: Record<string, string> = {
  string: 'texto',
  integer: 'un número entero',
  number: 'un número',
  boolean: 'verdadero o falso',
  object: 'un objeto',
  array: 'una lista',
  null: 'nulo',
};

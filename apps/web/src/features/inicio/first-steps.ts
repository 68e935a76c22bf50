import type { empresa, importacion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import type { Secuencia } from '../configuracion/shared.ts';
import { certificateTasks, rangeTasks, type Task } from './aviso-tasks.ts';

type Company = AnswerOf<typeof empresa.verEmpresa>;

/** Data from which the steps are derived. */
interface Facts {
  readonly empresa: Company | undefined;
  readonly secuencias: readonly Secuencia[] | undefined;
  readonly importaciones: AnswerOf<typeof importacion.listarImportaciones> | undefined;
  /** Whether the company has issued a document, in any environment. */
  readonly issued: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A step of a new company on its way to issue for real. */
interface FirstStep {
  /** The step is done on Inicio itself, by this form. */
  readonly form?: 'datos';
  readonly nombre: string;
  /** The purpose of the step, or the problem if the existing data do not suffice. */
  readonly detail: string;
  readonly done: boolean;
  readonly link: Task['link'];
}

/**
 * Returns the steps of a company, in order. The data of the company are a step until the address is stated. Once the
 * company has issued, the steps of the certificate and of the ranges count as done: later problems with them are tasks
 * of Inicio.
 */
export function firstSteps(facts: Facts): FirstStep[] {
  const { empresa, secuencias = [], importaciones = [], issued, now } = facts;
  const certificate = certificateTasks(empresa, now);
  const ranges = rangeTasks(empresa, secuencias);
  const registered = secuencias.filter(({ ambiente, activo }) => activo && ambiente === empresa?.ambiente).length;
  const [latest] = importaciones;
  const { direccion } = empresa?.datos ?? {};
  return [
    {
      form: 'datos',
      nombre: 'Datos de la empresa',
      detail: direccion ?? 'Salen en cada comprobante. Solo la dirección es obligatoria.',
      done: direccion !== undefined,
      link: { to: '/configuracion', search: { dato: 'direccion' }, action: 'Completar' },
    },
    {
      nombre: 'Cargue el certificado digital',
      detail: (empresa?.certificado && certificate[0]?.words) || 'Firma cada comprobante en nombre de la empresa.',
      done: issued || (empresa !== undefined && certificate.length === 0),
      link: certificate[0]?.link ?? { to: '/configuracion', search: { parte: 'certificado' }, action: 'Ver' },
    },
    {
      nombre: 'Registre sus secuencias',
      detail: ranges[0]
        ? `${ranges[0].chip}: ${ranges[0].words}.`
        : empresa?.ambiente === 'testecf'
          ? 'En Pruebas, las que la DGII da a todos se registran en un paso.'
          : 'Los rangos de eNCF que la DGII autorizó para cada tipo de comprobante.',
      done: issued || (registered > 0 && ranges.length === 0),
      link: { to: '/configuracion', search: { tab: 'rangos' }, action: registered > 0 ? 'Ver' : 'Registrar' },
    },
    {
      nombre: 'Firme y envíe su primer comprobante',
      detail:
        latest && !issued
          ? 'Su libro de Excel espera: firme y envíe sus comprobantes. La DGII responde en minutos.'
          : 'Con el libro de muestra de Excel a e-CF, o con una factura en Nueva Factura. La DGII responde en minutos.',
      done: issued,
      link: {
        to: '/excel',
        search: latest ? { id: latest.id } : {},
        action: latest ? 'Continuar' : 'Abrir Excel a e-CF',
      },
    },
    certification(empresa?.ambiente),
  ];
}

/** The last step. It is done in Producción, because such a company has been certified. */
function certification(ambiente: Company['ambiente'] | undefined): FirstStep {
  const nombre = 'Pase la certificación de la DGII';
  if (ambiente === 'certecf')
    return {
      nombre,
      detail:
        'Procese el Excel del set de pruebas de la DGII. Cuando ella lo certifique, solicite el ambiente Producción.',
      done: false,
      link: { to: '/certificacion', search: {}, action: 'Abrir la certificación' },
    };
  return {
    nombre,
    detail: 'Solicite el ambiente Certificación y emita allí el set de pruebas de la DGII. Termina en Producción.',
    done: ambiente === 'ecf',
    link: { to: '/configuracion', search: { parte: 'ambiente' }, action: 'Cambiar de ambiente' },
  };
}

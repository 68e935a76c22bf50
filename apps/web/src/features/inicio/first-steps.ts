import type { empresa, importacion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import type { Secuencia } from '../configuracion/api.ts';
import { certificateTasks, rangeTasks, type Task } from './aviso-tasks.ts';

/** What the steps are derived from. */
interface Facts {
  readonly empresa: AnswerOf<typeof empresa.verEmpresa> | undefined;
  readonly secuencias: readonly Secuencia[] | undefined;
  readonly importaciones: AnswerOf<typeof importacion.listarImportaciones> | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A step to the first document. */
export interface FirstStep {
  readonly nombre: string;
  /** What it is for; what is missing, where something is there that will not do. */
  readonly detail: string;
  readonly done: boolean;
  readonly link: Task['link'];
}

/** Gives the steps of a company that has not issued anything, in their order. */
export function firstSteps(facts: Facts): FirstStep[] {
  const { empresa, secuencias = [], importaciones = [], now } = facts;
  const certificate = certificateTasks(empresa, now);
  const ranges = rangeTasks(empresa, secuencias);
  const registered = secuencias.filter(({ ambiente, activo }) => activo && ambiente === empresa?.ambiente).length;
  const [latest] = importaciones;
  return [
    {
      nombre: 'Cargue el certificado digital',
      detail: (empresa?.certificado && certificate[0]?.words) || 'Firma cada comprobante en nombre de la empresa.',
      done: empresa !== undefined && certificate.length === 0,
      link: certificate[0]?.link ?? { to: '/configuracion', search: {}, action: 'Ver' },
    },
    {
      nombre: 'Registre sus secuencias',
      detail: ranges[0]
        ? `${ranges[0].chip}: ${ranges[0].words}.`
        : 'Los rangos de eNCF que la DGII autorizó para cada tipo de comprobante.',
      done: registered > 0 && ranges.length === 0,
      link: { to: '/configuracion', search: { tab: 'rangos' }, action: registered > 0 ? 'Ver' : 'Registrar' },
    },
    {
      nombre: 'Procese un libro de Excel',
      detail: 'Puede empezar con el libro de muestra. Antes de firmar verá los errores de cada fila.',
      done: latest !== undefined,
      link: { to: '/excel', search: {}, action: 'Abrir Excel a e-CF' },
    },
    {
      nombre: 'Firme y envíe su primer comprobante',
      detail: 'La DGII responde en minutos. Aquí verá entonces sus ingresos y los NCF utilizados.',
      done: false,
      link: { to: '/excel', search: latest ? { id: latest.id } : {}, action: 'Continuar' },
    },
  ];
}

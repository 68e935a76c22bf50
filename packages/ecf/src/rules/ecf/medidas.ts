import { ruleSet } from '../rule.ts';
import type { Checked } from './context.ts';

/** A measure of the goods and its unit, which mean nothing without each other. */
interface Measure {
  readonly campo: keyof Informaciones;
  readonly unidad: keyof Informaciones;
}

type Informaciones = NonNullable<NonNullable<Checked['ecf']['Encabezado']>['InformacionesAdicionales']>;

const measures: readonly Measure[] = [
  { campo: 'PesoBruto', unidad: 'UnidadPesoBruto' },
  { campo: 'PesoNeto', unidad: 'UnidadPesoNeto' },
  { campo: 'CantidadBulto', unidad: 'UnidadBulto' },
  { campo: 'VolumenBulto', unidad: 'UnidadVolumen' },
];

const informaciones = ({ ecf }: Checked): Informaciones => ecf.Encabezado?.InformacionesAdicionales ?? {};

/** Rules of the weights and packages of a document. */
export const medidas = ruleSet<Measure, Checked>(
  ({ ecf }) => (ecf.Encabezado?.InformacionesAdicionales === undefined ? [] : measures),
  () => 'Encabezado.InformacionesAdicionales',
  [
    {
      code: 'ECF-MEDIDA-01',
      tipos: ['31', '32', '33', '34', '44', '45', '46'],
      at: '',
      severity: 'aviso',
      source: 'Formato e-CF v1.0, campos 70 a 77, p. 16-17: cada unidad es la de una medida',
      holds: ({ campo, unidad }, c) =>
        (informaciones(c)[campo] === undefined) === (informaciones(c)[unidad] === undefined),
      message: ({ campo, unidad }, c) => {
        const [stated, missing] = informaciones(c)[campo] === undefined ? [unidad, campo] : [campo, unidad];
        return `${stated} dice ${informaciones(c)[stated]}, y falta ${missing}`;
      },
    },
  ],
);

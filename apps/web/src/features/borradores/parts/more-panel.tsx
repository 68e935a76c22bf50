import { Button } from '@mantine/core';
import type { SchemaNode } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import { Panel } from '../../../ui/panel.tsx';
import styles from '../borradores.module.css';
import { schemaAt } from '../draft.ts';
import { useCount, useDraftStore } from '../draft-store.ts';
import { labelOf } from '../labels.ts';
import { listAt } from '../tree.ts';
import { buyerTitle } from './buyer-panel.tsx';
import { EmisorFields } from './emisor-fields.tsx';
import { Field } from './field.tsx';
import { ReplacementPanel } from './replacement-panel.tsx';

/** Elements that the form shows elsewhere, or that are computed, numbered or signed. */
const elsewhere: ReadonlySet<string> = new Set([
  'Encabezado.IdDoc.TipoeCF',
  'Encabezado.IdDoc.eNCF',
  'Encabezado.IdDoc.IndicadorNotaCredito',
  'Encabezado.IdDoc.FechaVencimientoSecuencia',
  'Encabezado.IdDoc.IndicadorMontoGravado',
  'Encabezado.IdDoc.TipoIngresos',
  'Encabezado.IdDoc.TipoPago',
  'Encabezado.IdDoc.FechaLimitePago',
  'Encabezado.IdDoc.TerminoPago',
  'Encabezado.IdDoc.TotalPaginas',
  'Encabezado.Emisor.RNCEmisor',
  'Encabezado.Emisor.RazonSocialEmisor',
  'Encabezado.Emisor.NumeroFacturaInterna',
  'Encabezado.Emisor.FechaEmision',
  'Encabezado.Comprador.RNCComprador',
  'Encabezado.Comprador.IdentificadorExtranjero',
  'Encabezado.Comprador.RazonSocialComprador',
  'Encabezado.Comprador.CorreoComprador',
  'Encabezado.Comprador.DireccionComprador',
  'DescuentosORecargos.DescuentoORecargo.NumeroLinea',
  'InformacionReferencia.NCFModificado',
  'InformacionReferencia.FechaNCFModificado',
  'InformacionReferencia.CodigoModificacion',
  'InformacionReferencia.RazonModificacion',
]);

const sections = [
  ['Encabezado.IdDoc', 'Documento y formas de pago'],
  ['Encabezado.Emisor', 'Emisor'],
  ['Encabezado.Comprador', 'Comprador y entrega'],
  ['DescuentosORecargos', 'Descuentos o recargos del total'],
  ['Encabezado.InformacionesAdicionales', 'Embarque y bultos'],
  ['Encabezado.Transporte', 'Transporte'],
  ['Encabezado.OtraMoneda', 'Otra moneda'],
] as const;

/** The id of a section that is the only place of its element. The other elements also have a panel of their own. */
const placeId = (path: string): string | undefined => (/\.(IdDoc|Comprador)$/.test(path) ? undefined : path);

const bare = (path: string) => path.replace(/\[\d+\]/g, '');

/** Everything else that the schema of the type has. */
export const MorePanel = ({ tipo }: { tipo: TipoECF }) => (
  <Panel title="Más datos" note="Lo demás que admite este tipo de comprobante.">
    {sections.map(([path, title]) => {
      const node = schemaAt(path);
      return (
        node !== undefined &&
        node.occurs(tipo)[1] > 0 && (
          <details key={path} id={placeId(path)} tabIndex={-1} className={styles.group}>
            <summary>
              {path === 'Encabezado.Comprador' && (tipo === '41' || tipo === '47') ? buyerTitle(tipo) : title}
            </summary>
            <div className={styles.body}>
              {path === 'Encabezado.Emisor' ? (
                <EmisorFields nodes={node.children} tipo={tipo}>
                  {(nodes, placeholderOf) => (
                    <Elements nodes={nodes} at={path} tipo={tipo} placeholderOf={placeholderOf} />
                  )}
                </EmisorFields>
              ) : (
                <Elements nodes={node.children} at={path} tipo={tipo} />
              )}
            </div>
          </details>
        )
      );
    })}
    <ReplacementPanel tipo={tipo} />
  </Panel>
);

interface ElementsProps {
  nodes: readonly SchemaNode[];
  at: string;
  tipo: TipoECF;
  /** Returns the value that the document gets for an element that the user left empty. */
  placeholderOf?: (name: string) => string | undefined;
}

/** The fields of some elements of the schema. */
export const Elements = ({ nodes, at, tipo, placeholderOf }: ElementsProps) =>
  nodes
    .filter((node) => node.occurs(tipo)[1] > 0 && !elsewhere.has(bare(node.path)))
    .map((node) => {
      const path = `${at}.${node.name}`;
      if (node.repeats) return <Occurrences key={path} node={node} path={path} tipo={tipo} />;
      if (node.type) return <Field key={path} path={path} tipo={tipo} placeholder={placeholderOf?.(node.name)} />;
      return (
        <fieldset key={path} id={path} tabIndex={-1} className={styles.nested}>
          <legend>{labelOf(node.name)}</legend>
          <Elements nodes={node.children} at={path} tipo={tipo} />
        </fieldset>
      );
    });

/** The occurrences of a repeated element, which can be added and removed. */
function Occurrences({ node, path, tipo }: { node: SchemaNode; path: string; tipo: TipoECF }) {
  const store = useDraftStore();
  const count = useCount(path);
  const most = node.occurs(tipo)[1];
  const name = labelOf(node.name).toLowerCase();
  const change = (list: readonly unknown[]) => store.set(path, list.length === 0 ? undefined : (list as never));
  const list = () => listAt(store.state().tree, path);
  return (
    <div id={path} tabIndex={-1} className={styles.whole}>
      {Array.from({ length: count }, (_, i) => {
        const at = `${path}[${i + 1}]`;
        return (
          <fieldset key={at} {...(node.type ? {} : { id: at, tabIndex: -1 })} className={styles.nested}>
            <legend>
              {labelOf(node.name)} {i + 1}{' '}
              <Button size="compact-sm" variant="subtle" onClick={() => change(list().toSpliced(i, 1))}>
                Quitar
              </Button>
            </legend>
            {node.type ? <Field path={at} tipo={tipo} /> : <Elements nodes={node.children} at={at} tipo={tipo} />}
          </fieldset>
        );
      })}
      {count < most && (
        <Button size="compact-sm" onClick={() => change([...list(), node.type ? '' : {}])}>
          Agregar {name}
        </Button>
      )}
    </div>
  );
}

import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { issuerElements, placeName, type SchemaNode } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import type { ReactNode } from 'react';
import text from '../../../ui/text.module.css';
import { empresaQuery } from '../../empresa/shared.ts';
import styles from '../borradores.module.css';
import { useDraft, useField } from '../draft-store.ts';
import { nodeAt } from '../tree.ts';

const at = 'Encabezado.Emisor';
const sucursalPath = `${at}.Sucursal`;

interface Props {
  nodes: readonly SchemaNode[];
  tipo: TipoECF;
  /** Renders the fields. `placeholderOf` returns the value that the company states for each. */
  children: (nodes: readonly SchemaNode[], placeholderOf: (name: string) => string | undefined) => ReactNode;
}

/** The issuer. Each empty field shows the value stated by the company, which is then written into the document. */
export function EmisorFields({ nodes, tipo, children }: Props) {
  const { data } = useQuery(empresaQuery);
  const stated = useDraft(({ tree }) => nodeAt(tree, at));
  const { sucursales = [], telefonos = [] } = data?.datos ?? {};
  const own = issuerElements(data?.datos ?? {}, tipo, typeof stated === 'object' ? stated : {});
  const placeholderOf = (name: string): string | undefined => {
    const value = own[name];
    return typeof value === 'string' ? (/^(Municipio|Provincia)$/.test(name) ? placeName(value) : value) : undefined;
  };
  const shown = nodes.filter(({ path }) => path !== sucursalPath || sucursales.length === 0);
  return (
    <>
      <p className={`${styles.whole} ${text.quiet}`}>
        Lo que quede vacío es lo que dicen los{' '}
        <Link to="/configuracion" search={{ dato: 'direccion' }} target="_blank" className={text.link}>
          datos de la empresa
        </Link>
        {telefonos.length > 0 && `, también sus teléfonos (${telefonos.join(', ')})`}.
      </p>
      {shown.length < nodes.length && <Sucursal sucursales={sucursales} usual={placeholderOf('Sucursal')} />}
      {children(shown, placeholderOf)}
    </>
  );
}

/** One of the company's branches. */
function Sucursal({ sucursales, usual }: { sucursales: readonly string[]; usual: string | undefined }) {
  const { value, error, set, leave } = useField(sucursalPath);
  const others = sucursales.filter((name) => name !== usual);
  return (
    <NativeSelect
      id={sucursalPath}
      label="Sucursal"
      value={value}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={leave}
      data={[
        { value: '', label: usual ?? 'Sin indicar' },
        ...others.map((name) => ({ value: name, label: name })),
        // A stored draft may name a branch that the company no longer has.
        ...(value === '' || others.includes(value) ? [] : [{ value, label: value }]),
      ]}
    />
  );
}

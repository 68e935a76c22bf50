import { formatTaxId, type TipoECF } from '@timbre/values';
import { useCallback } from 'react';
import { readRNC } from '../../../lib/typed-rnc.ts';
import { Combobox, type Suggestion } from '../../../ui/combobox.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { findCompradores, findContribuyentes } from '../api.ts';
import styles from '../borradores.module.css';
import { occurs } from '../draft.ts';
import { useDraftStore, useField } from '../draft-store.ts';
import { withAt } from '../tree.ts';
import { Field } from './field.tsx';

const at = 'Encabezado.Comprador';

/** Title of the buyer's panel. In types 41 and 47 the company is the buyer and issues the receipt for the seller. */
export const buyerTitle = (tipo: TipoECF): string =>
  (({ '41': 'A quién le compra', '47': 'A quién le paga' }) as Partial<Record<TipoECF, string>>)[tipo] ?? 'Comprador';

const notes: Partial<Record<TipoECF, string>> = {
  32: 'Puede quedar sin comprador si el total es menor de RD$ 250,000.',
  41: 'Quien le vende no emite comprobante: usted lo emite por él.',
  47: 'Un beneficiario del exterior, por un servicio.',
};

/** A buyer that matches a search, by the names of its elements. */
interface BuyerSuggestion extends Suggestion {
  readonly elements: Readonly<Record<string, string>>;
}

/** The buyer: selected by number or name among those of earlier invoices and in the DGII's register, or written. */
export function BuyerPanel({ tipo }: { tipo: TipoECF }) {
  const store = useDraftStore();
  const rnc = useField(`${at}.RNCComprador`);
  const name = useField(`${at}.RazonSocialComprador`);
  const hasRNC = occurs(tipo, `${at}.RNCComprador`);

  const search = useCallback(
    async (typed: string, signal: AbortSignal): Promise<readonly BuyerSuggestion[]> => {
      const text = readRNC(typed);
      const [known, registered] = await Promise.all([
        findCompradores({ query: { buscar: text.slice(0, 80) }, signal }),
        // Without a register, or with a text too short for it, only buyers of earlier invoices are listed.
        text.length < 3 ? [] : findContribuyentes({ query: { buscar: text.slice(0, 80) }, signal }).catch(() => []),
      ]);
      const own = known.filter(
        ({ extranjero }) => extranjero !== hasRNC || occurs(tipo, `${at}.IdentificadorExtranjero`),
      );
      const numbers = new Set(known.map(({ identificacion }) => identificacion));
      return [
        ...own.map((one) => ({
          key: one.identificacion,
          name: one.razonSocial,
          detail: `${formatTaxId(one.identificacion)} · de facturas anteriores`,
          elements: {
            [one.extranjero ? 'IdentificadorExtranjero' : 'RNCComprador']: one.identificacion,
            RazonSocialComprador: one.razonSocial,
            CorreoComprador: one.correo,
            DireccionComprador: one.direccion,
            MunicipioComprador: one.municipio,
            ProvinciaComprador: one.provincia,
            PaisComprador: one.pais,
          },
        })),
        ...registered
          .filter((one) => !numbers.has(one.rnc))
          .map((one) => ({
            key: one.rnc,
            name: one.razonSocial,
            detail: [one.rnc, one.nombreComercial, one.estado].filter(Boolean).join(' · '),
            elements: { RNCComprador: one.rnc, RazonSocialComprador: one.razonSocial.slice(0, 150) },
          })),
      ].slice(0, 20);
    },
    [tipo, hasRNC],
  );

  function pick({ elements }: BuyerSuggestion) {
    let { tree } = store.state();
    for (const [element, text] of Object.entries(elements))
      if (occurs(tipo, `${at}.${element}`)) tree = withAt(tree, `${at}.${element}`, text || undefined);
    store.setTree(tree);
  }

  const title = buyerTitle(tipo);
  if (!occurs(tipo, `${at}.RazonSocialComprador`))
    return (
      <Panel id={at} title={title}>
        <p className={styles.tools}>Este tipo de comprobante no lleva comprador.</p>
      </Panel>
    );
  return (
    <Panel id={at} title={title} note={notes[tipo]}>
      <div className={styles.body}>
        {hasRNC && (
          <Combobox
            id={`${at}.RNCComprador`}
            label="RNC o cédula"
            placeholder="Escriba el número o el nombre"
            maxLength={40}
            value={formatTaxId(rnc.value)}
            search={search}
            onChange={(typed) => rnc.set(readRNC(typed))}
            onPick={pick}
            onBlur={rnc.leave}
            error={rnc.error}
          />
        )}
        {occurs(tipo, `${at}.IdentificadorExtranjero`) && (
          <Field path={`${at}.IdentificadorExtranjero`} tipo={tipo} label="Identificación extranjera" />
        )}
        <Combobox
          id={`${at}.RazonSocialComprador`}
          className={styles.whole}
          label="Nombre o razón social"
          maxLength={150}
          value={name.value}
          search={search}
          onChange={name.set}
          onPick={pick}
          onBlur={name.leave}
          error={name.error}
        />
        {['CorreoComprador', 'DireccionComprador'].map(
          (element) =>
            occurs(tipo, `${at}.${element}`) && (
              <Field
                key={element}
                path={`${at}.${element}`}
                tipo={tipo}
                label={element === 'CorreoComprador' ? 'Correo' : 'Dirección'}
              />
            ),
        )}
      </div>
    </Panel>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import card from '../../../ui/card.module.css';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { type Impuesto, impuestosQuery } from '../api.ts';
import type { PanelProps } from '../panel-props.ts';
import { ImpuestoForm } from './impuesto-form.tsx';
import { ImpuestoList } from './impuesto-list.tsx';

/** Maps each tax of the company's other system to an ITBIS rate. */
export function ImpuestosPanel({ configuracion: { rncEmisor }, refusal }: PanelProps) {
  const client = useQueryClient();
  /** The mapping in the form; undefined while a new one is typed. */
  const [edited, setEdited] = useState<Impuesto>();
  const done = () => {
    toast('Operación completada exitosamente', 'ok', brieflyMs);
    return client.invalidateQueries({ queryKey: impuestosQuery(rncEmisor).queryKey });
  };
  return (
    <div className={card.stack}>
      <ImpuestoForm
        key={edited?.idImpuestoExterno ?? ''}
        rncEmisor={rncEmisor}
        refusal={refusal}
        edited={edited}
        onSaved={() => {
          setEdited(undefined);
          return done();
        }}
        onCancel={() => setEdited(undefined)}
      />
      <ImpuestoList
        rncEmisor={rncEmisor}
        refusal={refusal}
        onEdit={setEdited}
        onRemoved={({ idImpuestoExterno }) => {
          if (edited?.idImpuestoExterno === idImpuestoExterno) setEdited(undefined);
          return done();
        }}
      />
    </div>
  );
}

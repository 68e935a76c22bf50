import { Suspense } from 'react';
import { CodeField } from '../../../ui/code-field.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FileChoice } from '../../../ui/file-choice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { NewPasswordFields } from '../../../ui/new-password.tsx';
import { RncField } from '../../../ui/rnc-field.tsx';
import { RowSelect } from '../../../ui/row-select.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { WorkbookForm } from '../../../ui/workbook-form.tsx';
import styles from '../showcase.module.css';
import { Choosing } from './holders.tsx';
import type { Piece } from './piece.ts';

const Calendar = lazyPart(async () => (await import('../../../ui/calendar.tsx')).Calendar);
const materials = ['Arena', 'Cemento', 'Varilla'].map((name) => ({ key: name, name, detail: 'Materiales' }));
const searchMaterials = async (text: string) =>
  materials.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
const nothing = () => undefined;
const ambientes = ['Pruebas', 'Certificación', 'Producción'].map((value) => ({ value, label: value }));

/** The components of ui/ for what a user enters. */
export const fieldPieces: Readonly<Record<string, Piece>> = {
  DateField: {
    note: 'Se escribe como dd/mm/aaaa o se elige en el calendario.',
    example: (
      <Choosing first="2026-11-21">{(now, set) => <DateField label="Fecha" value={now} onChange={set} />}</Choosing>
    ),
  },
  MoneyField: {
    note: 'Se escribe con comas o sin ellas; al salir se ve 1,234.56.',
    example: (
      <Choosing first="1234.5">{(now, set) => <MoneyField label="Monto" value={now} onChange={set} />}</Choosing>
    ),
  },
  RncField: {
    note: 'Se escribe con guiones o sin ellos; al salir se ve 131-24679-6.',
    example: <Choosing first="131246796">{(now, set) => <RncField label="RNC" value={now} onChange={set} />}</Choosing>,
  },
  Calendar: {
    example: (
      <Choosing first="2026-11-21">
        {(now, set) => (
          <Suspense fallback={<Skeleton rows={6} />}>
            <Calendar value={now} min="2026-11-05" max="" onChoose={set} />
          </Suspense>
        )}
      </Choosing>
    ),
  },
  SearchField: { example: <SearchField label="Buscar eNCF o Track ID" maxLength={64} value="" onChange={nothing} /> },
  Combobox: {
    note: 'El texto es de quien escribe; lo encontrado lo completa.',
    example: (
      <Choosing first="">
        {(typed, set) => (
          <Combobox
            label="Material"
            maxLength={40}
            value={typed}
            onChange={set}
            search={searchMaterials}
            onPick={({ name }) => set(name)}
          />
        )}
      </Choosing>
    ),
  },
  RowSelect: {
    example: (
      <Choosing first="Test">
        {(now, set) => <RowSelect label="Ambiente de la fila" value={now} options={ambientes} onChange={set} />}
      </Choosing>
    ),
  },
  Segmented: {
    example: (
      <Choosing first="Test">
        {(now, set) => <Segmented label="Ambiente" value={now} options={ambientes} onChange={set} />}
      </Choosing>
    ),
  },
  CodeField: {
    note: 'El código junto a la contraseña, de quien tiene la verificación en dos pasos.',
    example: <CodeField kind="aplicacion" value="123 456" error="El código no es correcto" onChange={nothing} />,
  },
  NewPasswordFields: {
    example: (
      <Choosing first={{ Contrasena: 'corta', ConfirmarContrasena: '' }}>
        {(now, set) => (
          <div className={styles.form}>
            <NewPasswordFields
              value={now}
              onChange={(part) => set({ ...now, ...part })}
              faults={{ ConfirmarContrasena: 'Escriba otra vez la contraseña' }}
              about={['199000005']}
            />
          </div>
        )}
      </Choosing>
    ),
  },
  FileChoice: {
    note: 'Dentro de un formulario sobre el que se sueltan archivos.',
    example: (
      <FileChoice ref={null} pick="Elegir archivo" chosen={undefined} fault={undefined} onChoose={nothing}>
        Un .txt de hasta 1 MB.
      </FileChoice>
    ),
  },
  WorkbookForm: {
    note: 'El archivo se elige o se arrastra.',
    wide: true,
    example: (
      <WorkbookForm
        submit="Procesar Excel"
        maxBytes={2 * 1024 * 1024}
        refusal={undefined}
        onUpload={async () => undefined}
        failureOf={({ message }) => message}
      />
    ),
  },
};

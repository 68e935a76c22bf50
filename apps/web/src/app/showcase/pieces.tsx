import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconPencil, IconSun, IconTrash } from '@tabler/icons-react';
import { estadoNombre, estados } from '@timbre/contract/tables';
import { type ReactNode, Suspense, useState } from 'react';
import { Unreachable } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ChartCard } from '../../ui/chart-card.tsx';
import { BarChart, type Datum, DoughnutChart } from '../../ui/charts.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CodeLink } from '../../ui/code-link.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { HelpPopover } from '../../ui/help-popover.tsx';
import { Highlighted } from '../../ui/highlighted.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { MissingPart } from '../../ui/missing-part.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { NewPasswordFields } from '../../ui/new-password.tsx';
import { NoticeDialog } from '../../ui/notice-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordDialog } from '../../ui/password-dialog.tsx';
import { RncField } from '../../ui/rnc-field.tsx';
import { RowSelect } from '../../ui/row-select.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { showSecret } from '../../ui/secret-dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { Chip, StatusChip } from '../../ui/status-chip.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.tsx';
import { EditDialog, UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { WorkbookForm } from '../../ui/workbook-form.tsx';
import { WorkbookNotes } from '../../ui/workbook-notes.tsx';
import { documentPieces } from './document-pieces.tsx';
import { listPieces } from './list-pieces.tsx';
import type { Piece } from './piece.ts';
import { SampleTable } from './sample-table.tsx';
import styles from './showcase.module.css';

/** Holds the state that an example changes. */
function Choosing<Value>({
  first,
  children,
}: {
  first: Value;
  children: (now: Value, set: (next: Value) => void) => ReactNode;
}) {
  const [now, set] = useState(first);
  return children(now, set);
}

/** A button that opens an overlay. The overlay receives the callback that closes it. */
const Opening = ({ name, children }: { name: string; children: (close: () => void) => ReactNode }) => (
  <Choosing first={false}>
    {(opened, set) => (
      <>
        <Button onClick={() => set(true)}>{name}</Button>
        {opened && children(() => set(false))}
      </>
    )}
  </Choosing>
);

const Calendar = lazyPart(async () => (await import('../../ui/calendar.tsx')).Calendar);
const materials = ['Arena', 'Cemento', 'Varilla'].map((name) => ({ key: name, name, detail: 'Materiales' }));
const searchMaterials = async (text: string) =>
  materials.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));

const nothing = () => undefined;
const tones = ['ok', 'warn', 'bad', 'info', 'mute'] as const;
const bannerTones = ['bad', 'warn', 'info', 'ok'] as const;
const ambientes = ['Pruebas', 'Certificación', 'Producción'].map((value) => ({ value, label: value }));
const whole = { name: 'RD$ vendidos', figure: '48.2 M' };
const question = { title: 'Enviar en PRODUCCIÓN', detail: 'Un envío no se puede deshacer.', confirm: 'Enviar' };

const parts: readonly Datum[] = (
  [
    ['E31', 54],
    ['E32', 24],
    ['E45', 12],
    ['E46', 6],
    ['E33', 3],
    ['E44', 1],
  ] as const
).map(([key, value]) => ({ key, label: key, value, figure: `${value}.0 %`, tip: `${key}: ${value}.0 %` }));

const partsTable = (
  <table>
    <thead>
      <tr>
        <th scope="col">Tipo</th>
        <th scope="col">%</th>
      </tr>
    </thead>
    <tbody>
      {parts.map(({ key, figure }) => (
        <tr key={key}>
          <th scope="row">{key}</th>
          <td>{figure}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Every component of ui/ by its exported name. The header of this page is the example of PageHeader. */
export const pieces: Readonly<Record<string, Piece>> = {
  Facts: {
    note: 'Ninguna línea empieza ni termina con un punto.',
    example: <Facts of={['Comercial de Ejemplo SRL', '131-24679-6', '12 comprobantes', 'último acceso ayer']} />,
  },
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
  StatGrid: {
    wide: true,
    example: (
      <StatGrid>
        <StatCard name="Total" value="29" note="25 e-CF · 4 RFCE" />
        <StatCard name="Firmados" value="29" note="100 %" />
        <StatCard name="Sin nota" value="0" />
        <StatCard name="Cifra larga" value="RD$ 999,999.99" note="Se encoge hasta caber" />
      </StatGrid>
    ),
  },
  StatCard: { example: <StatCard name="Ingresos totales" value="RD$ 48.2 M" note="RD$ 48,213,904.55" /> },
  StatusChip: {
    example: estados.map((estado) => (
      <StatusChip key={estado} estado={estado}>
        {estadoNombre[estado]}
      </StatusChip>
    )),
  },
  Chip: {
    example: tones.map((tone) => (
      <Chip key={tone} tone={tone} moving={tone === 'info'}>
        {tone}
      </Chip>
    )),
  },
  Banner: {
    note: 'Se queda hasta que se descarta o deja de ser cierto.',
    wide: true,
    example: bannerTones.map((tone) => (
      <Banner key={tone} tone={tone} title="Qué pasó" action={<Button>Arreglarlo</Button>} onDismiss={nothing}>
        Por qué, en las palabras de quien lo dijo, y qué hacer.
      </Banner>
    )),
  },
  LoadMore: { example: <LoadMore loading={false} onLoad={nothing} /> },
  LoadFailure: {
    wide: true,
    example: <LoadFailure title="No se pudieron cargar las fechas" error={new Unreachable(true)} onRetry={nothing} />,
  },
  EmptyState: {
    example: (
      <EmptyState title="Aquí verá lo que procese" detail="Lo que habrá, y la acción que lo llena.">
        <Button variant="filled">La acción</Button>
      </EmptyState>
    ),
  },
  Skeleton: { note: 'Invisible los primeros 300 ms.', example: <Skeleton rows={3} /> },
  HelpPopover: {
    note: 'Junto a un rótulo con un término que explicar; en las pantallas, como TermHelp.',
    example: (
      <span>
        Track ID
        <HelpPopover label="Qué es Track ID">El número que la DGII entrega al recibir un comprobante.</HelpPopover>
      </span>
    ),
  },
  CodeLink: { note: 'Sin artículo no se muestra.', example: <CodeLink of="ECF-RNC-01" /> },
  Highlighted: {
    example: (
      <code>
        <Highlighted language="xml" text='<Moneda Codigo="USD">1</Moneda>' />
      </code>
    ),
  },
  ...listPieces,
  ...documentPieces,
  VirtualTable: { wide: true, note: 'Bajo 620 px cada fila es una tarjeta.', example: <SampleTable /> },
  IconButton: {
    note: 'Lo que no se puede hacer dice por qué.',
    example: (
      <>
        <IconButton icon={IconDownload} label="Descargar" onClick={nothing} />
        <IconButton icon={IconPencil} label="Editar" onClick={nothing} />
        <IconButton icon={IconTrash} label="Eliminar" reason="De este rango ya se tomaron números" onClick={nothing} />
      </>
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
  SearchField: { example: <SearchField label="Buscar eNCF o Track ID" maxLength={64} value="" onChange={nothing} /> },
  Tabs: {
    example: (
      <div>
        <Choosing first="una">
          {(now, set) => (
            <Tabs
              label="Pestañas"
              tabs={['una', 'dos', 'tres'].map((id) => ({ id, nombre: `Pestaña ${id}` }))}
              current={now}
              onChange={set}
            >
              Lo que hay en {now}.
            </Tabs>
          )}
        </Choosing>
      </div>
    ),
  },
  Panel: {
    example: (
      <Panel title="Título" note="Una línea debajo." actions={<Button>Acción</Button>}>
        <div className={styles.section}>Contenido.</div>
      </Panel>
    ),
  },
  Menu: {
    example: (
      <Menu label="Abrir el menú de muestra" trigger="Abrir">
        <MenuItem icon={<IconSun size={16} />} checked onClick={nothing}>
          El que rige
        </MenuItem>
        <MenuItem icon={<IconSun size={16} />} checked={false} onClick={nothing}>
          Otro
        </MenuItem>
        <hr />
        <MenuItem icon={<IconTrash size={16} />} onClick={nothing}>
          Una acción
        </MenuItem>
      </Menu>
    ),
  },
  MenuItem: {
    note: 'Dentro de su menú.',
    example: (
      <div role="menu" aria-label="Muestra">
        <MenuItem icon={<IconSun size={16} />} checked onClick={nothing}>
          Elegido
        </MenuItem>
        <MenuItem icon={<IconSun size={16} />} onClick={nothing}>
          Sin elegir
        </MenuItem>
      </div>
    ),
  },
  ChartCard: {
    note: 'Un gráfico con su tabla.',
    example: (
      <ChartCard title="Ingresos por Tipo" table={partsTable} refreshing={false} onRefresh={nothing}>
        <DoughnutChart data={parts} center={whole} label="Ingresos por tipo, de muestra" />
      </ChartCard>
    ),
  },
  BarChart: {
    example: (
      <div>
        <BarChart data={parts} label="Barras de muestra" />
      </div>
    ),
  },
  DoughnutChart: {
    example: (
      <div>
        <DoughnutChart data={parts} center={whole} label="Anillo de muestra" />
      </div>
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
  WorkbookNotes: {
    note: 'Lo que se leyó de un libro y lo que no; pregunta por las filas ocultas.',
    wide: true,
    example: (
      <Choosing first={false}>
        {(now, set) => (
          <WorkbookNotes
            notes={{
              columnas: [
                { letra: 'A', encabezado: 'RNC', dato: 'RNC o cédula' },
                { letra: 'B', encabezado: 'Vendedor', dato: null },
              ],
              filasOcultas: 3,
              avisos: ['La hoja «Borrador» está oculta y no se lee'],
            }}
            readsHidden={now}
            onReadHidden={set}
          />
        )}
      </Choosing>
    ),
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
  Dialog: {
    example: (
      <Opening name="Abrir un diálogo">
        {(close) => (
          <Dialog title="Un diálogo" onClose={close}>
            El foco entra en él, se queda dentro y vuelve a quien lo abrió.
          </Dialog>
        )}
      </Opening>
    ),
  },
  ConfirmDialog: {
    example: (
      <>
        <Opening name="Preguntar">
          {(close) => (
            <ConfirmDialog title="Cambiar rol" confirm="Cambiar" onConfirm={nothing} onClose={close}>
              Qué pasará, y dónde.
            </ConfirmDialog>
          )}
        </Opening>
        <Opening name="Preguntar antes de quitar">
          {(close) => (
            <ConfirmDialog title="Eliminar rango" confirm="Eliminar" destructive onConfirm={nothing} onClose={close}>
              ¿Está seguro que desea eliminar este rango?
            </ConfirmDialog>
          )}
        </Opening>
      </>
    ),
  },
  ActionButton: {
    note: 'Conserva el foco mientras trabaja y cuando no queda nada por hacer.',
    example: (
      <>
        <ActionButton onClick={nothing}>Firmar Todos</ActionButton>
        <ActionButton loading>Firmar Todos</ActionButton>
        <ActionButton disabled title="No queda nada por firmar">
          Firmar Todos
        </ActionButton>
      </>
    ),
  },
  SubmitButton: {
    note: 'Envía un formulario; mientras no se puede, dice por qué.',
    example: (
      <>
        <SubmitButton busy={false}>Guardar</SubmitButton>
        <SubmitButton busy>Guardar</SubmitButton>
        <SubmitButton busy={false} danger>
          Eliminar
        </SubmitButton>
        <SubmitButton busy={false} reason="Faltan datos">
          Guardar
        </SubmitButton>
      </>
    ),
  },
  MissingPart: {
    note: 'En el lugar de una parte cuyo código no llegó.',
    example: (
      <>
        <MissingPart online={false} onRetry={nothing} />
        <MissingPart online onRetry={nothing} />
      </>
    ),
  },
  ConfirmButton: {
    example: (
      <>
        <ConfirmButton title="Envía" onConfirm={nothing} question={question}>
          Enviar Todos
        </ConfirmButton>
        <ConfirmButton title="No queda nada por enviar" disabled onConfirm={nothing} question={undefined}>
          Enviar Todos
        </ConfirmButton>
      </>
    ),
  },
  NoticeDialog: {
    example: (
      <>
        <Opening name="Avisar">
          {(close) => (
            <NoticeDialog title="Ambiente Actualizado" onClose={close}>
              El ambiente ha sido cambiado a Test
            </NoticeDialog>
          )}
        </Opening>
        <Opening name="Decir un error">
          {(close) => <NoticeDialog onClose={close}>Error al obtener el perfil del usuario.</NoticeDialog>}
        </Opening>
      </>
    ),
  },
  CodeField: {
    note: 'El código junto a la contraseña, de quien tiene la verificación en dos pasos.',
    example: <CodeField kind="aplicacion" value="123 456" error="El código no es correcto" onChange={nothing} />,
  },
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
  PasswordDialog: {
    note: 'Para lo que una sesión abierta no debe poder hacer por sí sola.',
    example: (
      <Opening name="Pedir la contraseña">
        {(close) => (
          <PasswordDialog
            title="Descargar .p12"
            confirm="Descargar"
            error={null}
            busy={false}
            onConfirm={nothing}
            onClose={close}
          >
            Qué se hará, y por qué se pide.
          </PasswordDialog>
        )}
      </Opening>
    ),
  },
  Secrets: {
    note: 'Se ve una vez, hasta que se deja por su botón.',
    example: (
      <Button
        onClick={() =>
          showSecret({ title: 'API Key generada', name: 'API Key', secret: 'tmb_esto-es-solo-una-muestra' })
        }
      >
        Mostrar una clave
      </Button>
    ),
  },
  EditDialog: {
    note: 'Lo escrito no se pierde sin preguntar: ni con Escape, ni al salir de la pantalla.',
    example: (
      <Opening name="Editar">
        {(close) => (
          <Choosing first="">
            {(typed, set) => (
              <EditDialog title="Editar" changed={typed !== ''} onClose={close}>
                {(leave) => (
                  <div className={styles.form}>
                    <TextInput
                      label="Descripción"
                      data-autofocus
                      value={typed}
                      onChange={(event) => set(event.currentTarget.value)}
                    />
                    <Button onClick={leave}>Cancelar</Button>
                  </div>
                )}
              </EditDialog>
            )}
          </Choosing>
        )}
      </Opening>
    ),
  },
  UnsavedGuard: {
    note: 'Mientras está puesto, salir de la pantalla pregunta antes.',
    example: (
      <Choosing first={false}>
        {(changed, set) => (
          <>
            {changed && <UnsavedGuard />}
            <Button aria-pressed={changed} onClick={() => set(!changed)}>
              {changed ? 'Descartar los cambios' : 'Hacer cambios sin guardar'}
            </Button>
          </>
        )}
      </Choosing>
    ),
  },
  Toasts: {
    note: 'Solo confirman; nunca llevan la única copia de un error.',
    example: (
      <>
        <Button onClick={() => toast('Configuración guardada exitosamente')}>Confirmar</Button>
        <Button onClick={() => toast('No se pudo copiar al portapapeles', 'bad')}>Decir que no</Button>
      </>
    ),
  },
};

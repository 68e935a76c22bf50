import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { DatoDeEmpresa } from '@timbre/contract/tables';
import { municipiosDe, type Place, provincias } from '@timbre/ecf';
import { type DatosForm, type FaultOf, telefonoOf } from '../../../lib/datos-empresa.ts';
import { DateField } from '../../../ui/date-field.tsx';
import styles from '../empresa.module.css';
import { TextList } from './text-list.tsx';

interface Props {
  form: DatosForm;
  faultOf: FaultOf;
  disabled?: boolean;
  onChange: (part: Partial<DatosForm>) => void;
}

/** The id of the field of a fact, used by links to it. */
export const fieldId = (dato: DatoDeEmpresa): string => `dato-${dato}`;

const optionsOf = (places: readonly Place[]) => [
  { value: '', label: 'Sin indicar' },
  ...places.map(({ code, name }) => ({ value: code, label: name })),
];

/** All data that a company may state. */
export const DatosFields = (props: Props) => (
  <div className={styles.all}>
    <PrintedFields {...props} />
    <OtherFields {...props} />
    <StandingFields {...props} />
  </div>
);

/** The data printed at the top of each document. Only the address is required. */
export function PrintedFields({ form, faultOf, disabled = false, onChange }: Props) {
  return (
    <div className={styles.fields}>
      <TextInput
        id={fieldId('direccion')}
        className={styles.whole ?? ''}
        label="Dirección"
        required
        description="La DGII la exige en todos los comprobantes."
        autoComplete="off"
        maxLength={100}
        disabled={disabled}
        value={form.direccion}
        error={faultOf('direccion')}
        onChange={(event) => onChange({ direccion: event.currentTarget.value })}
      />
      <NativeSelect
        id={fieldId('provincia')}
        label="Provincia"
        disabled={disabled}
        value={form.provincia}
        error={faultOf('provincia')}
        data={optionsOf(provincias())}
        onChange={(event) => onChange({ provincia: event.currentTarget.value, municipio: '' })}
      />
      <NativeSelect
        id={fieldId('municipio')}
        label="Municipio"
        disabled={disabled || form.provincia === ''}
        title={form.provincia === '' ? 'Elija primero la provincia' : undefined}
        value={form.municipio}
        error={faultOf('municipio')}
        data={optionsOf(municipiosDe(form.provincia))}
        onChange={(event) => onChange({ municipio: event.currentTarget.value })}
      />
      <TextInput
        id={fieldId('nombreComercial')}
        label="Nombre comercial"
        autoComplete="off"
        maxLength={150}
        disabled={disabled}
        value={form.nombreComercial}
        error={faultOf('nombreComercial')}
        onChange={(event) => onChange({ nombreComercial: event.currentTarget.value })}
      />
      <TextInput
        id={fieldId('correo')}
        label="Correo de la empresa"
        inputMode="email"
        autoComplete="off"
        maxLength={80}
        disabled={disabled}
        value={form.correo}
        error={faultOf('correo')}
        onChange={(event) => onChange({ correo: event.currentTarget.value })}
      />
      <TextList
        id={fieldId('telefonos')}
        label="Teléfono"
        placeholder="809-555-0100"
        inputMode="tel"
        add="Agregar teléfono"
        most={3}
        maxLength={20}
        disabled={disabled}
        values={form.telefonos}
        errorOf={(index) => faultOf('telefonos', index)}
        settle={telefonoOf}
        onChange={(telefonos) => onChange({ telefonos })}
      />
    </div>
  );
}

/** Data that fewer documents use. */
export const OtherFields = ({ form, faultOf, disabled = false, onChange }: Props) => (
  <div className={styles.fields}>
    <TextInput
      id={fieldId('actividadEconomica')}
      label="Actividad económica"
      autoComplete="off"
      maxLength={100}
      disabled={disabled}
      value={form.actividadEconomica}
      error={faultOf('actividadEconomica')}
      onChange={(event) => onChange({ actividadEconomica: event.currentTarget.value })}
    />
    <TextInput
      id={fieldId('sitioWeb')}
      label="Sitio web"
      inputMode="url"
      autoComplete="off"
      maxLength={50}
      disabled={disabled}
      value={form.sitioWeb}
      error={faultOf('sitioWeb')}
      onChange={(event) => onChange({ sitioWeb: event.currentTarget.value })}
    />
    <TextList
      id={fieldId('sucursales')}
      label="Sucursal"
      description="La primera va en los comprobantes que no indican otra."
      add="Agregar sucursal"
      most={50}
      maxLength={20}
      disabled={disabled}
      values={form.sucursales}
      errorOf={(index) => faultOf('sucursales', index)}
      onChange={(sucursales) => onChange({ sucursales })}
    />
  </div>
);

/** The company's status with the DGII, and whether withholdings are filled in. */
export const StandingFields = ({ form, faultOf, disabled = false, onChange }: Props) => (
  <div className={styles.fields}>
    <NativeSelect
      id={fieldId('agenteRetencion')}
      label="Es agente de retención"
      description="Si retiene ISR o ITBIS a quienes le venden."
      disabled={disabled}
      value={form.agenteRetencion}
      error={faultOf('agenteRetencion')}
      data={[
        { value: '', label: 'Sin indicar' },
        { value: 'si', label: 'Sí' },
        { value: 'no', label: 'No' },
      ]}
      onChange={(event) => onChange({ agenteRetencion: event.currentTarget.value as DatosForm['agenteRetencion'] })}
    />
    <DateField
      id={fieldId('emisorDesde')}
      label="Emisor electrónico desde"
      description="Avisa de una fecha de emisión anterior."
      disabled={disabled}
      value={form.emisorDesde}
      error={faultOf('emisorDesde')}
      onChange={(emisorDesde) => onChange({ emisorDesde })}
    />
    <Checkbox
      id={fieldId('retencionDeLey')}
      className={styles.whole ?? ''}
      label="Aplicar la retención de ley en Compras (41) y Pagos al exterior (47)"
      description="Completa la retención de los comprobantes que llegan sin ella, con un aviso que dice tasa, ley y monto."
      disabled={disabled}
      checked={form.retencionDeLey}
      onChange={(event) => onChange({ retencionDeLey: event.currentTarget.checked })}
    />
    <Checkbox
      id={fieldId('envioDiferido')}
      className={styles.whole ?? ''}
      label="La DGII autorizó a la empresa a hacer envíos diferidos"
      description="Para ventas con dispositivos sin conexión. Sin la autorización, la DGII rechaza el indicador de envío diferido."
      disabled={disabled}
      checked={form.envioDiferido}
      onChange={(event) => onChange({ envioDiferido: event.currentTarget.checked })}
    />
  </div>
);

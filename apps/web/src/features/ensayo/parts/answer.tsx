import type { ensayo } from '@timbre/contract';
import { featureConstants, tipoNombre } from '@timbre/contract/tables';
import { formatTaxId, parseDecimal } from '@timbre/values';
import type { RefObject } from 'react';
import { formatAmount, formatCounted, formatDate, formatDay } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { CodeLink } from '../../../ui/code-link.tsx';
import result from '../../../ui/result.module.css';
import type { Comprobacion, Ensayo, Hallazgo } from '../api.ts';
import styles from '../ensayo.module.css';
import { QrView } from './qr-view.tsx';
import { StateMark } from './state-mark.tsx';

const { comprobaciones: names } = featureConstants.ensayo;

interface Props {
  answer: Ensayo;
  /** Gets the focus when the response arrives. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called when the invoice of a summary is selected. */
  onInvoice: (factura: File) => void;
}

/** The result for a document: one sentence, the data read from it, and each check in order. */
export function Answer({ answer, heading, onInvoice }: Props) {
  const { leido, certificado, comprobaciones, qr } = answer;
  return (
    <section className={`${card.card} ${result.answer}`} aria-labelledby="ensayo-resultado">
      <h2 id="ensayo-resultado" ref={heading} tabIndex={-1}>
        Resultado del ensayo
      </h2>
      <Verdict of={comprobaciones} />
      {leido && <Read of={leido} />}
      <ol className={result.list} aria-label="Comprobaciones">
        {comprobaciones.map((one) => (
          <li key={one.nombre}>
            <h3>
              {names[one.nombre]} <StateMark estado={one.estado} />
            </h3>
            <p className={styles.detail}>{one.detalle}</p>
            {one.nombre === 'certificado' && certificado && <Certificate of={certificado} />}
            {one.hallazgos.length > 0 && (
              <ul className={styles.findings} aria-label={`Hallazgos: ${names[one.nombre]}`}>
                {one.hallazgos.map((hallazgo) => (
                  <Finding key={`${hallazgo.codigo} ${hallazgo.ruta} ${hallazgo.mensaje}`} of={hallazgo} />
                ))}
              </ul>
            )}
            {one.omitidos > 0 && (
              <p className={styles.detail}>Y {formatCounted(one.omitidos, 'hallazgo')} más, que no se muestran.</p>
            )}
            {one.nombre === 'referencias' && leido?.documento === 'RFCE' && <InvoiceChoice onChoose={onInvoice} />}
            {one.nombre === 'qr' && qr.length > 0 && <QrView codes={qr} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Verdict({ of }: { of: readonly Comprobacion[] }) {
  const count = (wanted: Comprobacion['estado']) => of.filter(({ estado }) => estado === wanted).length;
  const [wrong, warned, unknown] = [count('mal'), count('advertencia'), count('no-verificable')];
  const rest = [
    warned > 0 && `${formatCounted(warned, 'comprobación', 'comprobaciones')} con advertencia`,
    unknown > 0 && `${formatCounted(unknown, 'comprobación', 'comprobaciones')} que el XML solo no permite verificar`,
  ].filter(Boolean);
  const title =
    wrong > 0
      ? `${formatCounted(wrong, 'comprobación', 'comprobaciones')} mal de ${of.length}`
      : `Nada mal en ${formatCounted(of.length, 'comprobación', 'comprobaciones')}`;
  return (
    <Banner tone={wrong > 0 ? 'bad' : warned > 0 ? 'warn' : 'ok'} title={title}>
      {rest.join('; ')}
    </Banner>
  );
}

const readNames = {
  tipo: 'Tipo',
  eNCF: 'e-NCF',
  rncEmisor: 'RNC del emisor',
  razonSocialEmisor: 'Emisor',
  comprador: 'Identificación del comprador',
  razonSocialComprador: 'Comprador',
  montoTotal: 'Monto total',
  totalITBIS: 'Total ITBIS',
  fechaEmision: 'Fecha de emisión',
  fechaFirma: 'Fecha de firma',
} as const satisfies Partial<Record<keyof ensayo.Leido, string>>;

const tipos: ReadonlyMap<string, string> = new Map(Object.entries(tipoNombre));

/** The value of a datum as people write it. What cannot be read as such is shown as it stands in the XML. */
function shownOf(name: keyof typeof readNames, value: string): string {
  if (name === 'tipo') return tipos.has(value) ? `${value} · ${tipos.get(value)}` : value;
  if (name === 'rncEmisor' || name === 'comprador') return formatTaxId(value);
  if (name === 'fechaEmision' || name === 'fechaFirma') return formatDate(value);
  const isAmount = name === 'montoTotal' || name === 'totalITBIS';
  return isAmount && parseDecimal(value) !== undefined ? `RD$ ${formatAmount(value)}` : value;
}

const Read = ({ of }: { of: ensayo.Leido }) => (
  <dl className={result.facts} aria-label="Lo que se leyó">
    <div>
      <dt>Documento</dt>
      <dd>{of.documento === 'ECF' ? 'e-CF' : 'Resumen (RFCE)'}</dd>
    </div>
    {(Object.keys(readNames) as (keyof typeof readNames)[]).map(
      (name) =>
        of[name] !== null && (
          <div key={name}>
            <dt>{readNames[name]}</dt>
            <dd>{shownOf(name, of[name])}</dd>
          </div>
        ),
    )}
  </dl>
);

const Certificate = ({ of }: { of: ensayo.CertificadoLeido }) => (
  <dl className={result.facts} aria-label="Certificado">
    <div>
      <dt>Titular</dt>
      <dd>{of.titular || 'Sin nombre'}</dd>
    </div>
    {of.identificacion && (
      <div>
        <dt>Identificación</dt>
        <dd>{formatTaxId(of.identificacion)}</dd>
      </div>
    )}
    <div>
      <dt>Emisor del certificado</dt>
      <dd>{of.emisor || 'Sin nombre'}</dd>
    </div>
    <div>
      <dt>Vigencia</dt>
      <dd>
        {formatDay(of.desde)} a {formatDay(of.hasta)}
      </dd>
    </div>
  </dl>
);

const Finding = ({ of }: { of: Hallazgo }) => (
  <li>
    <p>
      <StateMark estado={of.grado} /> <CodeLink of={of.codigo} /> {of.mensaje}
    </p>
    <p className={styles.source}>
      {of.ruta && <code>{of.ruta}</code>}
      {of.ruta && of.fuente && ' · '}
      {of.fuente && `Fuente: ${of.fuente}`}
    </p>
  </li>
);

const InvoiceChoice = ({ onChoose }: { onChoose: (factura: File) => void }) => (
  <label className={styles.invoice}>
    Comparar con su factura completa y firmada
    <input
      type="file"
      accept=".xml,text/xml,application/xml"
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        if (file) onChoose(file);
      }}
    />
  </label>
);

import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { featureConstants } from '@timbre/contract/tables';
import { formatTaxId } from '@timbre/values';
import type { RefObject } from 'react';
import { formatBytes, formatCounted, formatDay, formatMoment } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import result from '../../../ui/result.module.css';
import type { Certificado, Firma, Verificacion } from '../api.ts';
import styles from '../verificar.module.css';

const { estadosDeFirma, respaldos, vigencias } = featureConstants.verificar;

interface Props {
  answer: Verificacion;
  /** Gets the focus when the response arrives. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The result for a file: one sentence, and each signature in order. */
export function Answer({ answer, heading }: Props) {
  const { firmas } = answer;
  return (
    <section className={`${card.card} ${result.answer}`} aria-labelledby="verificar-resultado">
      <h2 id="verificar-resultado" ref={heading} tabIndex={-1}>
        Resultado de la verificación
      </h2>
      <Verdict of={answer} />
      {firmas.length > 0 && (
        <ol className={result.list} aria-label="Firmas">
          {firmas.map((firma, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the signatures of a file have an order, which does not change
            <Signature key={index} of={firma} title={firmas.length === 1 ? 'Firma' : `Firma ${index + 1}`} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Verdict({ of: { firmas, detalle, agregado } }: { of: Verificacion }) {
  if (firmas.length === 0)
    return (
      <Banner tone="warn" title="Sin firmas que verificar">
        {detalle}
      </Banner>
    );
  const count = (estado: Firma['estado']) => firmas.filter((one) => one.estado === estado).length;
  const [broken, unknown] = [count('alterada'), count('no-verificable')];
  if (broken > 0)
    return (
      <Banner
        title={`${formatCounted(broken, 'firma')} de ${firmas.length} no corresponde${broken > 1 ? 'n' : ''} con el archivo`}
      />
    );
  if (unknown > 0)
    return <Banner tone="warn" title={`${formatCounted(unknown, 'firma')} de ${firmas.length} sin verificar`} />;
  const lapsed = firmas.some(({ certificado }) => certificado && certificado.vigencia !== 'vigente');
  if (agregado > 0)
    return (
      <Banner tone="warn" title="Lo firmado está intacto, y después se agregó contenido">
        {`La última firma no cubre ${formatBytes(agregado)}: lo que se ve puede no ser lo que se firmó.`}
      </Banner>
    );
  return lapsed ? (
    <Banner tone="warn" title="Intacto desde la firma, con un certificado que no valía">
      Mire la vigencia de cada certificado.
    </Banner>
  ) : (
    <Banner tone="ok" title="Intacto desde la firma" />
  );
}

const shapes = { integra: IconCircleCheck, alterada: IconCircleX, 'no-verificable': IconHelpCircle } as const;

function Signature({ of: firma, title }: { of: Firma; title: string }) {
  const { estado, motivo, fecha, declara, alcance, certificado } = firma;
  const Shape = shapes[estado];
  return (
    <li>
      <h3>
        {title}
        <span className={result.state} data-estado={estado}>
          <Shape size={16} stroke={2} aria-hidden="true" />
          {estadosDeFirma[estado]}
        </span>
      </h3>
      {motivo && <p>{motivo}</p>}
      <dl className={`${result.facts} ${styles.facts}`}>
        {certificado && <Holder of={certificado} />}
        <Fact name="Fecha de la firma">
          {fecha ? `${formatMoment(fecha)}, según quien firmó` : 'La firma no dice cuándo se hizo'}
        </Fact>
        {declara && <Fact name="Declara">{declara}</Fact>}
        <Fact name="Cubre">{alcance}</Fact>
        {certificado && <Validity of={certificado} />}
      </dl>
    </li>
  );
}

const Holder = ({ of: { titular, identificacion } }: { of: Certificado }) => (
  <>
    <Fact name="Firmó">{titular || 'Sin nombre'}</Fact>
    <Fact name="RNC o cédula del titular">
      {identificacion ? formatTaxId(identificacion) : 'El certificado no lo dice'}
    </Fact>
  </>
);

const Validity = ({ of: { vigencia, momento, desde, hasta, emisor, respaldo } }: { of: Certificado }) => (
  <>
    <Fact name={momento === 'firma' ? 'Certificado al firmar' : 'Certificado hoy'}>
      {`${vigencias[vigencia]} (${formatDay(desde)} a ${formatDay(hasta)})`}
    </Fact>
    <Fact name="Emisor del certificado">{`${emisor || 'Sin nombre'}. ${respaldos[respaldo]}.`}</Fact>
  </>
);

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

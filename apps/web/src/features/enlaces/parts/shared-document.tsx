import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconDownload,
  IconExternalLink,
  IconFileCode,
  IconPrinter,
  IconShare2,
} from '@tabler/icons-react';
import type { enlaces } from '@timbre/contract';
import { Suspense, useState } from 'react';
import { formatAmount, formatDate, formatDay } from '../../../lib/format.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { filesOf } from '../api.ts';
import styles from '../buyers-page.module.css';
import { type Band, bandOf, initialsOf, withDates } from '../words.ts';
import { Detail } from './detail.tsx';
import { PrintDialog } from './print-dialog.tsx';
import { ShareSheet } from './share-sheet.tsx';

type Compartido = enlaces.Compartido;
type Dato = Compartido['identidad'][number];

/** A shared document: from whom, how much, whether it is valid; its files; the check at the DGII; its lines. */
export function SharedDocument({ token, shared }: { token: string; shared: Compartido }) {
  const { emisor, comprador, condiciones, titulo, eNCF, fecha, monto, prueba, vence } = shared;
  const [opened, setOpened] = useState<'compartir' | 'imprimir'>();
  const close = () => setOpened(undefined);
  const files = filesOf(token);
  return (
    <main className={styles.page} data-test={prueba}>
      <header className={styles.issuer}>
        {shared.logo === null ? (
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(emisor.nombre)}
          </span>
        ) : (
          <img src={shared.logo} alt="" />
        )}
        <div>
          <p className={styles.name}>{emisor.nombre}</p>
          <p className={styles.rnc}>{wordsOf(emisor.datos.filter(({ nombre }) => nombre === 'RNC'))}</p>
        </div>
      </header>
      <div className={styles.columns}>
        <section className={styles.card} aria-labelledby="comprobante">
          <h1 id="comprobante" className={styles.kind}>
            {titulo}
          </h1>
          <p className={styles.amount}>RD$ {formatAmount(monto)}</p>
          <p>
            <b className={styles.encf}>{eNCF}</b> · {formatDate(fecha)}
          </p>
          {prueba && (
            <p className={styles.band} data-tone="warn">
              <IconAlertTriangle size={20} stroke={1.7} aria-hidden="true" />
              <b>Documento de prueba, sin valor fiscal</b>
            </p>
          )}
          <StateBand band={bandOf(shared)} />
          <div className={styles.actions}>
            <Button
              component="a"
              variant="filled"
              href={files.pdf}
              download
              leftSection={<IconDownload size={18} stroke={1.7} aria-hidden="true" />}
            >
              PDF
            </Button>
            <Button
              component="a"
              href={files.xml}
              download
              leftSection={<IconFileCode size={18} stroke={1.7} aria-hidden="true" />}
            >
              XML
            </Button>
            <Button
              leftSection={<IconShare2 size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => setOpened('compartir')}
            >
              Compartir
            </Button>
            <Button
              leftSection={<IconPrinter size={18} stroke={1.7} aria-hidden="true" />}
              onClick={() => setOpened('imprimir')}
            >
              Imprimir
            </Button>
          </div>
          <Check sello={shared.sello} />
          <dl className={styles.parties}>
            <Party
              name="De"
              main={emisor.nombre}
              of={emisor.datos.filter(({ nombre }) => nombre !== 'Fecha de emisión')}
            />
            <Party name="Para" main={comprador[0]?.valor} of={comprador.slice(1)} />
            <Party name="Pago" main={condiciones[0]?.valor} of={condiciones.slice(1)} />
            <Party name="Datos" of={shared.identidad.filter(({ nombre }) => nombre !== 'e-NCF')} />
          </dl>
        </section>
        <Detail shared={shared} />
      </div>
      <footer className={styles.footer}>
        <Contact emisor={emisor} />
        <p>Enlace privado{vence !== null && `, válido hasta el ${formatDay(vence)}`}. Los buscadores no lo muestran.</p>
        <p>
          <a href="/f/privacidad">Qué datos contiene · Ley 172-13</a>
        </p>
      </footer>
      {opened === 'compartir' && (
        <Dialog title="Compartir factura" width={440} onClose={close}>
          <ShareSheet
            announced={{ eNCF, monto, empresa: emisor.nombre, url: location.href.split(/[?#]/)[0]! }}
            onPrint={() => setOpened('imprimir')}
          >
            <p className={styles.quiet}>Quien tenga el enlace verá esta factura, y ninguna otra.</p>
          </ShareSheet>
        </Dialog>
      )}
      <Suspense>{opened === 'imprimir' && <PrintDialog token={token} pdf={files.pdf} onClose={close} />}</Suspense>
    </main>
  );
}

const icons = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  info: IconClockHour4,
  mute: IconBan,
} as const;

/** The state of the document at the DGII. Changes are read aloud. */
function StateBand({ band: { tone, title, detail } }: { band: Band }) {
  const Icon = icons[tone];
  return (
    <div className={styles.band} data-tone={tone} role="status">
      <Icon size={22} stroke={1.7} aria-hidden="true" />
      <span>
        <b>{title}</b>
        {detail !== '' && <small>{detail}</small>}
      </span>
    </div>
  );
}

/** Width of the white margin around a code, in modules. @source ISO/IEC 18004, 6.3.8 */
const quiet = 4;

/** The means to ask the DGII: dark on white in any theme, so that a camera reads it. */
function Check({ sello: { url, datos, qr } }: Pick<Compartido, 'sello'>) {
  const side = qr.lado + 2 * quiet;
  return (
    <section className={styles.check} aria-labelledby="comprobar">
      <svg viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img" aria-label="Código QR de la consulta en la DGII">
        <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
        <path d={qr.trazo} fill="#000" />
      </svg>
      <div>
        <h2 id="comprobar">Compruébela usted mismo</h2>
        <p>Escanee el código o ábralo: la respuesta es de la DGII.</p>
        {datos.map(({ nombre, valor }) => (
          <p key={nombre}>
            {nombre} <b>{withDates(valor)}</b>
          </p>
        ))}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Verificar en la DGII <IconExternalLink size={15} stroke={1.7} aria-hidden="true" />
        </a>
      </div>
    </section>
  );
}

/** A field with its label, if it has one. */
const textOf = ({ nombre, valor }: Dato): string => withDates(nombre === '' ? valor : `${nombre} ${valor}`);

const wordsOf = (datos: readonly Dato[]): string => datos.map(textOf).join(' · ');

/** Facts under one name. Renders nothing without any. @param main the first of them, without its label */
function Party({ name, main, of }: { name: string; main?: string | undefined; of: readonly Dato[] }) {
  if (main === undefined && of.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {main !== undefined && <b>{main}</b>}
        {of.map((dato) => (
          <span key={textOf(dato)}>{textOf(dato)}</span>
        ))}
      </dd>
    </div>
  );
}

/** The address that writes to a mailbox: nothing of it is read as a header. */
const mailtoOf = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;

/** How to reach the issuer; nothing if the document does not say it. */
function Contact({ emisor: { nombre, contacto } }: Pick<Compartido, 'emisor'>) {
  const mail = contacto.find(({ valor }) => /^[^@\s]+@[^@\s]+$/.test(valor));
  if (mail === undefined) return null;
  return (
    <p>
      ¿Algo no cuadra? <a href={mailtoOf(mail.valor)}>Escríbale a {nombre}</a> antes de aprobarla en su sistema.
    </p>
  );
}

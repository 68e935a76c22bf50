import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconLink, IconMail, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { type Announced, mailUrl, messageOf, whatsAppUrl } from '../words.ts';
import styles from './share-sheet.module.css';

interface Props {
  announced: Announced;
  /** The buyer's telephone, as WhatsApp takes it. */
  phone?: string | undefined;
  /** Sends it from the company; otherwise the visitor's mail program does. */
  onMail?: (() => void) | undefined;
  onPrint: () => void;
  /** Under the actions. */
  children: ReactNode;
}

/** The ways to share the link of a document, with the message as it will be read. */
export function ShareSheet({ announced, phone, onMail, onPrint, children }: Props) {
  const { eNCF, monto, empresa, url } = announced;
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  return (
    <div className={styles.sheet}>
      <div className={styles.message}>
        <b>
          {eNCF} · RD$ {formatAmount(monto)}
        </b>
        <span>{empresa}</span>
        <span className={styles.url}>{url.replace(/^https?:\/\//, '')}</span>
      </div>
      <Button
        component="a"
        variant="filled"
        size="md"
        data-autofocus
        href={whatsAppUrl(messageOf(announced), phone)}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconBrandWhatsapp size={20} aria-hidden="true" />}
      >
        Enviar por WhatsApp
      </Button>
      <div className={styles.ways}>
        {onMail ? (
          <button type="button" onClick={onMail}>
            <IconMail size={20} stroke={1.7} aria-hidden="true" />
            Correo
          </button>
        ) : (
          <a href={mailUrl(announced)}>
            <IconMail size={20} stroke={1.7} aria-hidden="true" />
            Correo
          </a>
        )}
        <button type="button" onClick={copy}>
          <IconLink size={20} stroke={1.7} aria-hidden="true" />
          Copiar enlace
        </button>
        <button type="button" onClick={onPrint}>
          <IconPrinter size={20} stroke={1.7} aria-hidden="true" />
          Imprimir
        </button>
      </div>
      <p role="status" className={styles.copied}>
        {copied === 'yes' && 'Enlace copiado.'}
        {copied === 'no' && 'No se pudo copiar al portapapeles: seleccione la dirección.'}
      </p>
      {children}
    </div>
  );
}

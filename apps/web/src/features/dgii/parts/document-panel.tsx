import { Button, TextInput } from '@mantine/core';
import { estadoNombre } from '@timbre/contract/tables';
import { formatTaxId, parseENCF, parseRNC } from '@timbre/values';
import { type FormEvent, useState } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { readENCF } from '../../../lib/typed-encf.ts';
import { Banner } from '../../../ui/banner.tsx';
import { type Fact, FactList } from '../../../ui/detail.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RncField } from '../../../ui/rnc-field.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { TermHelp } from '../../ayuda/shared.tsx';
import { type Comprobante, readComprobante } from '../api.ts';
import styles from '../dgii.module.css';
import { isSameAmount, readQR } from '../qr.ts';

const empty = { qr: '', rncEmisor: '', encf: '', rncComprador: '', codigoSeguridad: '' };

/** The state of any e-CF at the DGII, by its number or by the address of its QR code. */
export function DocumentPanel() {
  const [asked, setAsked] = useState(empty);
  const qr = readQR(asked.qr);
  const encf = readENCF(asked.encf);
  const isComplete = parseRNC(asked.rncEmisor) !== undefined && parseENCF(encf) !== undefined;
  const search = useMutation({
    mutationFn: () =>
      readComprobante({
        query: {
          rncEmisor: asked.rncEmisor,
          encf,
          ...(asked.rncComprador !== '' && { rncComprador: asked.rncComprador }),
          ...(asked.codigoSeguridad !== '' && { codigoSeguridad: asked.codigoSeguridad }),
        },
      }),
  });
  const set = (part: Partial<typeof empty>) => {
    search.reset();
    setAsked({ ...asked, ...part });
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) search.mutate();
  }
  return (
    <Panel
      title="Consultar un e-CF"
      note="La DGII responde a quien lo emitió y a quien lo compró. De otros, use la página de su código QR."
      actions={<TermHelp of="código de seguridad" />}
    >
      <form className={styles.body} onSubmit={submit}>
        <div className={styles.form}>
          <TextInput
            className={styles.whole}
            label="Dirección del código QR"
            description="Si la tiene, llena los demás campos."
            placeholder="https://ecf.dgii.gov.do/…"
            autoComplete="off"
            maxLength={500}
            value={asked.qr}
            error={
              asked.qr.trim() !== '' && qr === undefined ? 'No es la dirección del código QR de un e-CF' : undefined
            }
            onChange={({ currentTarget: { value } }) => {
              const { rncEmisor, encf, rncComprador, codigoSeguridad } = readQR(value) ?? asked;
              set({ qr: value, rncEmisor, encf, rncComprador, codigoSeguridad });
            }}
          />
          <RncField label="RNC del emisor" value={asked.rncEmisor} onChange={(rncEmisor) => set({ rncEmisor })} />
          <TextInput
            label="e-NCF"
            placeholder="E310000000001"
            autoComplete="off"
            maxLength={20}
            value={asked.encf}
            onChange={(event) => set({ encf: event.currentTarget.value.toUpperCase() })}
          />
          <RncField
            label="RNC del comprador"
            value={asked.rncComprador}
            onChange={(rncComprador) => set({ rncComprador })}
          />
          <TextInput
            label="Código de seguridad"
            autoComplete="off"
            maxLength={6}
            value={asked.codigoSeguridad}
            onChange={(event) => set({ codigoSeguridad: event.currentTarget.value.trim() })}
          />
          <SubmitButton
            busy={search.isPending}
            reason={isComplete ? undefined : 'Escriba el RNC del emisor y el e-NCF'}
          >
            Consultar
          </SubmitButton>
          {qr?.pagina && (
            <Button component="a" href={qr.pagina} target="_blank" rel="noreferrer">
              Abrir en la DGII
            </Button>
          )}
        </div>
        <FailureNotice error={search.error} />
        {search.data && <Shown comprobante={search.data} encf={encf} montoDelQR={qr?.montoTotal ?? ''} />}
      </form>
    </Panel>
  );
}

const tones = {
  aceptado: 'ok',
  aceptado_condicional: 'warn',
  rechazado: 'bad',
  en_proceso: 'info',
  no_encontrado: 'warn',
} as const;

function Shown({ comprobante, encf, montoDelQR }: { comprobante: Comprobante; encf: string; montoDelQR: string }) {
  const { estado, montoTotal, totalITBIS, fechaEmision, fechaFirma, rncComprador } = comprobante;
  const name = estado === 'no_encontrado' ? 'No encontrado' : estadoNombre[estado];
  const facts: readonly (readonly [string, string | null])[] = [
    ['Monto total', montoTotal && `RD$ ${formatAmount(montoTotal)}`],
    ['ITBIS', totalITBIS && `RD$ ${formatAmount(totalITBIS)}`],
    ['Fecha de emisión', fechaEmision?.replaceAll('-', '/') ?? null],
    ['Fecha de firma', fechaFirma?.replaceAll('-', '/') ?? null],
    ['RNC comprador', rncComprador && formatTaxId(rncComprador)],
  ];
  return (
    <>
      <p role="status">
        <b>{encf}</b> <Chip tone={tones[estado]}>{name}</Chip>
      </p>
      {estado === 'no_encontrado' && (
        <p>
          La DGII no lo tiene con esos datos: revise el RNC, el número y el código de seguridad. Una factura de consumo
          menor de RD$ 250,000 se consulta en la página de su código QR.
        </p>
      )}
      {montoTotal !== null && montoDelQR !== '' && !isSameAmount(montoTotal, montoDelQR) && (
        <Banner title="El código QR dice otro monto.">
          {`Dice RD$ ${formatAmount(montoDelQR)}, y la DGII tiene RD$ ${formatAmount(montoTotal)}: no acepte ese papel.`}
        </Banner>
      )}
      <FactList of={facts.flatMap(([fact, value]): Fact[] => (value ? [[fact, value]] : []))} />
    </>
  );
}

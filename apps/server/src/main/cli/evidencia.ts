import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Checked, verifyEvidence } from '../../domain/reports/evidence/verify-evidence.ts';
import { ConfigError } from '../../platform/process/config-error.ts';
import type { Commands } from './command.ts';

/** Commands about the evidence of a month. They need no database and no network. */
export const evidenceCommands: Commands = {
  'evidencia verificar': {
    does: 'comprueba un expediente (.zip): sus archivos, quién lo firmó, el registro y las firmas de los comprobantes',
    takes: 'ARCHIVO',
    options: { plataforma: 'HUELLA' },
    async run(_config, { plataforma }, [path = '']) {
      const expected = plataforma?.toLowerCase();
      if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected))
        throw new ConfigError(
          'la huella de la plataforma son 64 cifras hexadecimales: está en Auditoría, al verificar',
        );
      const file = resolve(path);
      const bytes = await readFile(file).catch(() => undefined);
      if (bytes === undefined) throw new ConfigError(`no se puede leer el archivo ${file}`);
      const checked = verifyEvidence(bytes, expected);
      console.log(reportOf(checked, expected !== undefined));
      return checked.faults.length === 0 ? 0 : 1;
    },
  },
};

/** The report for the operator. */
function reportOf(
  { faults, facts, signer, platform, files, documents, entries }: Checked,
  isPlatformKnown: boolean,
): string {
  const who = signer && `${signer.holder}${signer.holderId === undefined ? '' : ` (${signer.holderId})`}`;
  return [
    ...(facts === undefined
      ? []
      : [`Expediente de ${facts.rnc}, período ${facts.periodo}, ${facts.ambiente}, sacado el ${facts.generado}`]),
    ...(signer === undefined ? [] : [`Firmado por ${who}, certificado ${signer.fingerprint}`]),
    ...(platform === undefined ? [] : [`Registro sellado por la plataforma con la llave ${platform}`]),
    ...(facts === undefined ? [] : [`${files} archivos, ${documents} comprobantes, ${entries} eventos`]),
    ...(faults.length === 0
      ? ['Todo concuerda: nada falta, nada sobra y nada fue cambiado.', ...(isPlatformKnown ? [] : [platformUnknown])]
      : ['El expediente NO concuerda:', ...faults.map((fault) => `  ${fault}`)]),
  ].join('\n');
}

const platformUnknown =
  'No se comprobó quién lo selló: compare la llave de la plataforma con la que muestra Auditoría al verificar, o repita la orden con --plataforma HUELLA.';

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { type Checked, verifyEvidence } from '../expediente/verify-evidence.ts';
import type { Commands } from './command.ts';

/** Commands about the evidence of a month. They need no database and no network. */
export const evidenceCommands: Commands = {
  'evidencia verificar': {
    does: 'comprueba un expediente (.zip): sus archivos, quién lo firmó, el registro y las firmas de los comprobantes',
    takes: 'ARCHIVO',
    async run(_config, _options, [path = '']) {
      const file = resolve(path);
      const bytes = await readFile(file).catch(() => undefined);
      if (bytes === undefined) throw new ConfigError(`no se puede leer el archivo ${file}`);
      const checked = verifyEvidence(bytes);
      console.log(reportOf(checked));
      return checked.faults.length === 0 ? 0 : 1;
    },
  },
};

/** The report that a person reads. */
function reportOf({ faults, facts, signer, platform, files, documents, entries }: Checked): string {
  const who = signer && `${signer.holder}${signer.holderId === undefined ? '' : ` (${signer.holderId})`}`;
  return [
    ...(facts === undefined
      ? []
      : [`Expediente de ${facts.rnc}, período ${facts.periodo}, ${facts.ambiente}, sacado el ${facts.generado}`]),
    ...(signer === undefined ? [] : [`Firmado por ${who}, certificado ${signer.fingerprint}`]),
    ...(platform === undefined ? [] : [`Registro sellado por la plataforma con la llave ${platform}`]),
    ...(facts === undefined ? [] : [`${files} archivos, ${documents} comprobantes, ${entries} eventos`]),
    ...(faults.length === 0
      ? ['Todo concuerda: nada falta, nada sobra y nada fue cambiado.']
      : ['El expediente NO concuerda:', ...faults.map((fault) => `  ${fault}`)]),
  ].join('\n');
}

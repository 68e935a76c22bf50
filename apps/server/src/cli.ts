import { parseArgs } from 'node:util';
import { accountCommands } from './cli/accounts.ts';
import { auditCommands } from './cli/audit.ts';
import { backupCommands } from './cli/backup.ts';
import { type Command, type Commands, fail } from './cli/command.ts';
import { contribuyenteCommands } from './cli/contribuyentes.ts';
import { evidenceCommands } from './cli/evidencia.ts';
import { ledgerCommands } from './cli/ledger.ts';
import { peopleCommands } from './cli/people.ts';
import { readConfig } from './config.ts';

// The operator's commands, apart from running the server: `npm run timbre -- <command>`.

const commands: Commands = {
  ...ledgerCommands,
  ...auditCommands,
  ...accountCommands,
  ...backupCommands,
  ...peopleCommands,
  ...contribuyenteCommands,
  ...evidenceCommands,
};

/** Other names of a command. */
const aliases: Readonly<Record<string, string>> = { 'audit verify': 'auditoria verificar' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { simulador: { type: 'string' }, imprimir: { type: 'boolean' }, usuario: { type: 'string' } },
});
/** The command at the beginning of the words, and the remaining words. */
function findCommand(
  words: readonly string[],
): { readonly command: Command; readonly args: readonly string[] } | undefined {
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    const command = commands[aliases[name] ?? name];
    if (command !== undefined) return { command, args: words.slice(length) };
  }
  return undefined;
}

const found = findCommand(positionals);
if (found === undefined) {
  const list = Object.entries(commands).map(([each, { does }]) => `  ${each.padEnd(23)} ${does}`);
  console.error(`Uso: npm run timbre -- <orden>\n\n${list.join('\n')}`);
  process.exit(positionals.length === 0 ? 0 : 1);
}
const run = async () => found.command.run(readConfig(process.env), values, found.args);
process.exit(await run().catch(fail));

import { type Config, readConfig } from '../domain/config.ts';
import { accountCommands } from './cli/accounts.ts';
import { auditCommands } from './cli/audit.ts';
import { backupCommands } from './cli/backup.ts';
import { type Commands, fail } from './cli/command.ts';
import { contribuyenteCommands } from './cli/contribuyentes.ts';
import { evidenceCommands } from './cli/evidencia.ts';
import { ledgerCommands } from './cli/ledger.ts';
import { parseOrder } from './cli/parse.ts';
import { peopleCommands } from './cli/people.ts';
import { simulatorCommands } from './cli/simulador.ts';
import { supportCommands } from './cli/soporte.ts';
import { keepingOwners } from './owners.ts';
import { placesOf } from './places.ts';

// The operator's commands, apart from running the server: `./timbre <command>`.

const commands: Commands = {
  ...ledgerCommands,
  ...auditCommands,
  ...accountCommands,
  ...backupCommands,
  ...peopleCommands,
  ...contribuyenteCommands,
  ...evidenceCommands,
  ...simulatorCommands,
  ...supportCommands,
};

const parsed = parseOrder(process.argv.slice(2), commands);
if ('usage' in parsed) {
  if (parsed.fault === undefined) console.log(parsed.usage);
  else console.error(`${parsed.fault}\n\n${parsed.usage}`);
  process.exit(parsed.fault === undefined ? 0 : 1);
}
const { command, options, args } = parsed;
const foldersOf = (config: Config) => placesOf(config).map(({ folder }) => folder);
const run = async () => {
  const config = readConfig(process.env);
  return keepingOwners(foldersOf(config), () => command.run(config, options, args));
};
process.exit(await run().catch(fail));

import { parseHosts } from '../../platform/db/hosts.ts';
import {
  type Account,
  accounts,
  allPasswords,
  databaseOf,
  makeRoles,
  passwordsFrom,
  rolesScript,
} from '../../platform/db/roles.ts';
import { ConfigError } from '../../platform/process/config-error.ts';
import { type Commands, withDatabase } from './command.ts';

/** Shown in place of a password that the operator gave: it is not written again. */
const given = 'la que usted dio';

/** Commands about the accounts and the schema of PostgreSQL. */
export const accountCommands: Commands = {
  roles: {
    does: 'crea en PostgreSQL los usuarios de Timbre, con DATABASE_URL de un administrador (--imprimir: solo escribe el SQL)',
    options: { imprimir: '' },
    async run({ databaseUrl }, { imprimir }) {
      if (databaseUrl === undefined) throw new ConfigError('falta DATABASE_URL: la de un administrador de PostgreSQL');
      const address = parseHosts(databaseUrl).current();
      const chosen = passwordsFrom(process.env);
      if (imprimir) {
        const passwords = allPasswords(chosen);
        console.log(rolesScript(databaseOf(address), passwords));
        for (const [account, password] of Object.entries(passwords))
          console.error(`${account}  contraseña: ${chosen[account as Account] === undefined ? password : given}`);
        return 0;
      }
      const { addresses, warnings } = await makeRoles(address, chosen);
      for (const [account, own] of Object.entries(addresses)) {
        const isGiven = chosen[account as Account] !== undefined;
        const shown = new URL(own);
        const password = isGiven ? `  (${given})` : shown.password === '' ? '  (conserva su contraseña)' : '';
        if (isGiven) shown.password = '';
        console.log(`${account.padEnd(14)} ${accounts[account as Account].does}\n  ${shown.href}${password}`);
      }
      for (const warning of warnings) console.error(`Aviso: ${warning}`);
      return warnings.length === 0 ? 0 : 1;
    },
  },
  migrar: {
    does: 'pone al día el esquema de la base de datos, con DATABASE_URL de timbre_owner',
    run: (config) =>
      withDatabase(config, async () => {
        console.log('El esquema está al día.');
        return 0;
      }),
  },
};

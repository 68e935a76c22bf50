import { createInterface } from 'node:readline/promises';
import { largoDeContrasena } from '@timbre/contract';
import { findPersona, personOf } from '../../domain/companies/credentials.ts';
import { setRootPasswords } from '../../domain/companies/people-repo.ts';
import { removeTotp } from '../../domain/companies/second-factor-repo.ts';
import { closeSessions } from '../../domain/companies/sessions-repo.ts';
import { keepPassword } from '../../platform/crypto/password-filter.ts';
import { passwordFault } from '../../platform/crypto/password-rules.ts';
import { platformRecord } from '../../platform/events/events.ts';
import { systemClock } from '../../platform/process/clock.ts';
import { ConfigError } from '../../platform/process/config-error.ts';
import { type Commands, openEventLog, openKeyring, withDatabase } from './command.ts';

/** Commands that restore access for people who cannot log in. */
export const peopleCommands: Commands = {
  'restablecer-contrasena-root': {
    does: 'fija la contraseña del administrador y cierra sus sesiones (antes: reset-root-password)',
    run: (config) =>
      withDatabase(config, async (db) => {
        const terminal = createInterface({ input: process.stdin, output: process.stdout });
        const password = await terminal.question(`Contraseña nueva (${largoDeContrasena.minimo} caracteres o más): `);
        terminal.close();
        const fault = passwordFault(password, []);
        if (fault !== undefined) {
          console.error(fault);
          return 1;
        }
        const stored = await keepPassword(await openKeyring(config, db), password);
        await db.system(async (tx) => {
          for (const personaId of await setRootPasswords(tx, stored))
            await closeSessions(tx, { personaId }, systemClock.now());
        });
        return 0;
      }),
  },
  'restablecer-dos-pasos': {
    does: 'quita la verificación en dos pasos a quien perdió su teléfono y sus códigos, y cierra sus sesiones',
    options: { usuario: 'NOMBRE' },
    run(config, { usuario }) {
      if (usuario === undefined) throw new ConfigError('falta --usuario: el correo de la persona, o RNC/nombre');
      return withDatabase(config, async (db) => {
        const events = await openEventLog(config, db);
        const outcome = await db.system(async (tx) => {
          const persona = await findPersona(tx, usuario.trim().toLowerCase());
          if (persona === undefined) return 'No hay un usuario con ese nombre o correo.';
          const { personaId, usuarioId, nombreUsuario, empresaId } = personOf(persona);
          if (!(await removeTotp(tx, personaId))) return 'Ese usuario no tiene la verificación en dos pasos.';
          await closeSessions(tx, { personaId }, systemClock.now());
          const datos = { usuario: nombreUsuario, por: 'consola', ip: '' };
          const act = { tipo: 'usuario.dos_pasos', sujeto: usuarioId, datos } as const;
          await events.append(tx, empresaId ?? platformRecord, [act]);
          return undefined;
        });
        if (outcome === undefined) console.log('Listo: entrará solo con su contraseña.');
        else console.error(outcome);
        return outcome === undefined ? 0 : 1;
      });
    },
  },
};

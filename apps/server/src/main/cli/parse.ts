import { parseArgs } from 'node:util';
import type { Command, Commands, Options } from './command.ts';

/** The result of parsing a command line: a command to run, or a text to print. */
type Parsed =
  | { readonly command: Command; readonly options: Options; readonly args: readonly string[] }
  | { readonly usage: string; readonly fault?: string };

/** Other names of commands. */
const aliases: Readonly<Record<string, string>> = {
  'audit verify': 'auditoria verificar',
  'reset-root-password': 'restablecer-contrasena-root',
};

/**
 * Parses an operator's command line.
 *
 * @param words the arguments after `./timbre`
 * @param commands every command by its name
 * @returns the command with its options; or its usage, or that of all, with the fault in Spanish unless help was
 * requested
 */
export function parseOrder(words: readonly string[], commands: Commands): Parsed {
  // Which options take a value depends on the command, and options may come before it. So an option has the same kind
  // in all commands.
  const known = Object.assign({}, ...Object.values(commands).map(({ options = {} }) => options)) as Described;
  const kinds = Object.entries(known).map(([name, value]) => [name, { type: value === '' ? 'boolean' : 'string' }]);
  const help = { type: 'boolean', short: 'h' } as const;
  const { positionals, tokens, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { ...Object.fromEntries(kinds), help, ayuda: help },
  });
  const asked = positionals[0] === 'ayuda';
  const spoken = asked ? positionals.slice(1) : positionals;
  const match = findCommand(spoken, commands);
  if (match === undefined) {
    const usage = usageOfAll(commands);
    const stray = tokens.find((token) => token.kind === 'option' && !['help', 'ayuda', 'h'].includes(token.name));
    if (spoken.length > 0) return { usage, fault: `No hay una orden «${spoken.join(' ')}».` };
    return stray?.kind === 'option' ? { usage, fault: `Falta la orden de ${stray.rawName}.` } : { usage };
  }
  const { name, command, args } = match;
  const usage = usageOf(name, command);
  if (asked || values.help === true || values.ayuda === true) return { usage };
  const fault =
    tokens.map((token) => (token.kind === 'option' ? optionFault(name, command, token) : undefined)).find(Boolean) ??
    argumentFault(name, command, args);
  return fault === undefined ? { command, options: values as Options, args } : { usage, fault };
}

/** The options of a command: the name of each value, empty for a switch. */
type Described = NonNullable<Command['options']>;

/** The command at the beginning of the words, and the remaining words. */
function findCommand(words: readonly string[], commands: Commands) {
  for (let length = words.length; length > 0; length--) {
    const spoken = words.slice(0, length).join(' ');
    const name = aliases[spoken] ?? spoken;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command !== undefined) return { name, command, args: words.slice(length) };
  }
  return undefined;
}

function optionFault(
  name: string,
  { options = {} }: Command,
  option: { readonly name: string; readonly rawName: string; readonly value: string | undefined },
): string | undefined {
  const value = options[option.name as keyof Options];
  if (value === undefined) return `«${name}» no tiene la opción ${option.rawName}.`;
  if (value !== '' && !option.value)
    return `A la opción ${option.rawName} le falta su valor: ${option.rawName} ${value}.`;
  if (value === '' && option.value !== undefined) return `La opción ${option.rawName} no lleva valor.`;
  return undefined;
}

function argumentFault(name: string, { takes }: Command, args: readonly string[]): string | undefined {
  if (takes !== undefined && args.length === 0) return `A «${name}» le falta ${takes}.`;
  const [surplus] = args.slice(takes === undefined ? 0 : 1);
  return surplus === undefined ? undefined : `A «${name}» le sobra «${surplus}».`;
}

const shape = (name: string, { takes, options = {} }: Command): string =>
  [
    name,
    ...(takes === undefined ? [] : [takes]),
    ...Object.entries(options).map(([option, value]) => `[--${option}${value === '' ? '' : ` ${value}`}]`),
  ].join(' ');

const usageOf = (name: string, command: Command): string =>
  `Uso: ./timbre ${shape(name, command)}\n\n  ${command.does}`;

function usageOfAll(commands: Commands): string {
  const list = Object.entries(commands).map(
    ([name, command]) => `  ${shape(name, command).padEnd(40)} ${command.does}`,
  );
  return `Uso: ./timbre <orden>\n\n${list.join('\n')}\n\nLos ajustes son las variables de docs/operar.md. «ayuda <orden>» muestra una sola.`;
}

import { largoDeContrasena } from '@timbre/contract';

const { minimo: shortest, maximo: longest } = largoDeContrasena;
/** Shorter names occur in any text, so they are not searched for. */
const shortestName = 4;
/** A password made of at most this many common pieces is easily guessed. */
const commonPieces = 4;

/** Words common in passwords, without accents, in lower case. */
const words = new Set(
  `abril acceso access admin administrador agosto alejandro amigo amigos amor andrea angel arroz azul baby bachata
  banca barcelona beisbol bienvenido bienvenidos buenos cambiame cambiar caribe carlos carmen casa cibao clave
  colmado compania computadora conde contabilidad contable contador contrasena corazon cuenta daniel david default
  diciembre dinero dios distrito domingo dominicana dominicano dragon duarte ecf eduardo electronica empresa enero
  estrella factura facturacion facturas familia febrero felicidad fiscal flores football francisco futbol gabriel
  garcia gonzalez google guest hello hermosa hernandez hola iloveyou internet jesus jose josefa juan julio junio
  latino letmein licey linda lopez love luis luna maestra maestro manager manuel maria mariana martes martinez
  marzo master mayo mercado michael miguel mundo musica nacional navidad negocio noviembre octubre oficina pablo
  passw passwd password pedro peluche perez pollo presidente primavera princesa princess prueba pruebas qazwsx
  quiero ramirez ramon reina republica restaurante rodriguez rojo root rosa sabado sanchez sancocho santiago santo
  santodomingo secret secreta secreto segura seguridad seguro semana septiembre sistema sistemas sunshine superman
  sysadmin teamo temporal test tiempo tienda tigre timbre trabajo usuario usuarios vegas venta ventas verano verde
  viernes virgen welcome world yankees zapatos`.split(/\s+/),
);
const longestWord = Math.max(...[...words].map((word) => word.length));

/** Sequences of the keyboard, the alphabet and counting; each also backwards. */
const tracks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((track) => [track, [...track].reverse().join('')]);

/** Signs used in place of a letter. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Why a password is refused, in Spanish; undefined if it is accepted. Length counts, not special characters.
 *
 * @param names texts that it may not contain: the person's user name and e-mail, the company's RNC
 */
export function passwordFault(password: string, names: readonly string[]): string | undefined {
  const length = [...password].length;
  if (length < shortest) return `Debe tener al menos ${shortest} caracteres`;
  if (length > longest) return `No puede tener más de ${longest} caracteres`;
  const plain = plainOf(password);
  const parts = names.flatMap((name) => [plainOf(name), plainOf(name.split('@', 1)[0]!)]);
  if (parts.some((part) => part.length >= shortestName && plain.includes(part)))
    return 'No puede contener su nombre de usuario, su correo ni el RNC de la empresa';
  if (/^(.+?)\1+$/u.test(plain)) return 'No puede ser una misma parte repetida';
  if (piecesOf(plain) <= commonPieces)
    return 'Es de las primeras que cualquiera probaría: solo palabras comunes, secuencias o fechas. Agregue palabras suyas';
  return undefined;
}

/** In lower case and without accents, ñ included. */
const plainOf = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/**
 * The least number of pieces that form the text: each a common one, or a single character; separators of words do not
 * count.
 */
function piecesOf(plain: string): number {
  const characters = [...plain];
  const bare = characters.map((each) => disguises[each] ?? each);
  const fewest = [0];
  for (let end = 1; end <= characters.length; end++) {
    fewest[end] = fewest[end - 1]! + (/[\s._-]/.test(characters[end - 1]!) ? 0 : 1);
    for (let start = end - 2; start >= 0; start--) {
      const pieces = fewest[start]! + 1;
      if (pieces >= fewest[end]!) continue;
      const piece = characters.slice(start, end).join('');
      if (isCommon(piece) || isWord(bare.slice(start, end).join(''))) fewest[end] = pieces;
    }
  }
  return fewest[characters.length]!;
}

const isWord = (piece: string) => piece.length <= longestWord && words.has(piece);

/** A part of a sequence, one character repeated, a year, or a date of six or eight digits. */
function isCommon(piece: string): boolean {
  if (piece.length >= 3 && (tracks.some((track) => track.includes(piece)) || /^(.)\1+$/u.test(piece))) return true;
  return /^(1[4-9]|20)\d\d$/.test(piece) || /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)?\d\d$/.test(piece);
}

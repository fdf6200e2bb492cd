import { isIP } from 'node:net';
import type { Text } from '../platform/values/text';

/** The longest address of an endpoint, in characters. */
export const LONGEST_URL = 2000;

/** Names of networks inside a company or a machine. */
const INNER_NAMES = ['localhost', 'local', 'internal'];

/**
 * The rule that an address of an endpoint breaks; undefined for an address that may be called. It looks at the text alone, so that an answer
 * tells nothing about networks. The resolved addresses are checked at each attempt. `ownHost` is the name of this API.
 */
export function refusedUrl(text: string, ownHost?: string): Text | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || text.length > LONGEST_URL || /[\s\p{Cc}]/u.test(text)) {
    return {
      en: 'Send an address of at most 2,000 characters, such as https://hooks.example.com/fleet.',
      es: 'Envíe una dirección de hasta 2,000 caracteres, por ejemplo https://hooks.example.com/fleet.',
    };
  }
  return refusedPart(url) ?? refusedHost(hostOf(url), ownHost);
}

function refusedPart(url: URL): Text | undefined {
  if (url.protocol !== 'https:')
    return { en: 'The address must begin with https://.', es: 'La dirección debe empezar con https://.' };
  if (url.port !== '') return { en: 'The port must be 443.', es: 'El puerto debe ser el 443.' };
  if (url.username !== '' || url.password !== '')
    return {
      en: 'Leave out the user name. The signature proves the sender.',
      es: 'Quite el nombre de usuario. La firma prueba quién envía.',
    };
  if (url.href.includes('#')) return { en: 'Leave out the part after #.', es: 'Quite la parte que sigue al signo #.' };
  return undefined;
}

function refusedHost(host: string, ownHost: string | undefined): Text | undefined {
  if (isIP(host) !== 0 || host.startsWith('['))
    return { en: 'Send a name, not a numeric address.', es: 'Envíe un nombre, no una dirección numérica.' };
  if (INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`)))
    return {
      en: 'The name belongs to a private network. Send a public name.',
      es: 'El nombre pertenece a una red privada. Envíe un nombre público.',
    };
  if (!host.includes('.')) return { en: 'The name must contain a dot.', es: 'El nombre debe contener un punto.' };
  if (ownHost !== undefined && host === ownHost.toLowerCase())
    return { en: 'This API cannot be its own receiver.', es: 'Esta API no puede ser su propio destino.' };
  return undefined;
}

/** The name in lower case, without the dot that ends a complete DNS name. Further dots do not make it another name. */
const hostOf = ({ hostname }: URL): string =>
  hostname
    .toLowerCase()
    .split('.')
    .filter((label) => label !== '')
    .join('.');

import { BlockList, isIP, isIPv4 } from 'node:net';

/** Addresses that are not public, by range. Source: the special-purpose address registries of IANA (RFC 6890, RFC 9637). */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** Of IPv6 only 2000::/3 is public, and these parts of it are not. */
const PUBLIC_IPV6 = ['2000::/3'];
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};

/** The first six groups of an IPv6 address whose last two groups are an IPv4 address: mapped (RFC 4291) and NAT64 (RFC 6052). */
const WITH_IPV4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/**
 * True for an address of the public internet. An IPv6 address that contains an IPv4 address, mapped or by NAT64, is judged by that one. A
 * text that is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !listOf('ipv4', REFUSED_IPV4).check(address, 'ipv4');
  const groups = groupsOf(address);
  const inner = ipv4In(groups);
  if (inner !== undefined) return isPublicAddress(inner);
  const whole = groups.map((group) => group.toString(16)).join(':');
  return listOf('ipv6', PUBLIC_IPV6).check(whole, 'ipv6') && !listOf('ipv6', REFUSED_IPV6).check(whole, 'ipv6');
}

function ipv4In(groups: readonly number[]): string | undefined {
  const first = groups.slice(0, 6).map((group) => group.toString(16));
  if (!WITH_IPV4.includes(first.join(':'))) return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight groups of an IPv6 address, in any of its written forms. */
function groupsOf(address: string): number[] {
  const hexadecimal = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hexadecimal.split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...new Array<number>(missing).fill(0), ...after];
}

import { isPublicAddress } from '../../../shared/platform/values/public-address';

describe('integrations 2: refused addresses', () => {
  const REFUSED: readonly (readonly [string, string, string])[] = [
    ['0/8', '0.0.0.0', '0.255.255.255'],
    ['10/8', '10.0.0.0', '10.255.255.255'],
    ['100.64/10', '100.64.0.0', '100.127.255.255'],
    ['127/8', '127.0.0.0', '127.255.255.255'],
    ['169.254/16', '169.254.0.0', '169.254.255.255'],
    ['172.16/12', '172.16.0.0', '172.31.255.255'],
    ['192.0.0/24', '192.0.0.0', '192.0.0.255'],
    ['192.0.2/24', '192.0.2.0', '192.0.2.255'],
    ['192.88.99/24', '192.88.99.0', '192.88.99.255'],
    ['192.168/16', '192.168.0.0', '192.168.255.255'],
    ['198.18/15', '198.18.0.0', '198.19.255.255'],
    ['198.51.100/24', '198.51.100.0', '198.51.100.255'],
    ['203.0.113/24', '203.0.113.0', '203.0.113.255'],
    ['224/3', '224.0.0.0', '255.255.255.255'],
    ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::/32', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::/16', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::/20', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['below 2000::/3', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['above 2000::/3', '4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['loopback, link-local and private of IPv6', '::1', 'fe80::1'],
    ['private of IPv6', 'fc00::1', 'fd12:3456::1'],
    ['local NAT64', '64:ff9b:1::', '64:ff9b:1::8.8.8.8'],
  ];
  test.each(REFUSED)('%s is refused from its first to its last address', (_range, first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  test('the neighbours of the ranges are public', () => {
    const neighbours = [
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.0.1.0',
      '192.0.3.0',
      '192.88.98.255',
      '192.88.100.0',
      '192.167.255.255',
      '192.169.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '203.0.112.255',
      '203.0.114.0',
      '223.255.255.255',
      '2001:200::',
      '2001:db7:ffff::',
      '2001:db9::',
      '2003::',
      '3fff:1000::',
      '3fff:ffff::',
      '2606:4700::1111',
    ];
    expect(neighbours.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  test('mapped and NAT64 addresses are judged by the address that they contain', () => {
    for (const prefix of ['::ffff:', '0:0:0:0:0:ffff:', '::FFFF:', '64:ff9b::', '64:ff9b:0:0:0:0:'])
      expect([isPublicAddress(`${prefix}8.8.8.8`), isPublicAddress(`${prefix}127.0.0.1`)]).toEqual([true, false]);
    expect(isPublicAddress('::ffff:7f00:1')).toBe(false);
    expect(isPublicAddress('64:ff9b::a9fe:a9fe')).toBe(false);
    expect(isPublicAddress('64:ff9b::808:808')).toBe(true);
    expect(isPublicAddress('::8.8.8.8')).toBe(false);
  });

  test('a text that is no address, and an address with a zone, are not public', () => {
    expect(
      ['', 'localhost', '8.8.8', '08.8.8.8', '0x8.8.8.8', '2606:4700::1%eth0', ' 8.8.8.8'].map(isPublicAddress),
    ).toEqual(new Array(7).fill(false));
  });
});

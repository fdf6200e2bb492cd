import {
  forgottenWith,
  type Guarded,
  homeOf,
  joinLimits,
  limitsOf,
  networkOf,
  noticeLimits,
  ownFactorLimits,
} from '../../shared/identity/attempt-rules';

describe('whose tries an address counts for', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['203.0.113.250', '203.0.113.250'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:10:200:3:4:5:6', '2001:db8:10:200::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001::1:2:3:4:5', '2001:0:0:1::/64'],
    ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
    ['::1:2:3:4:5:6:7', '0:1:2:3::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:0000:1:3::1', '2001:0:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('%s is of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is not the IPv4 address that something longer begins with', () => {
    expect(networkOf('192.0.2.1.example')).not.toBe('192.0.2.1');
  });
});

const HOUR = 3_600;
const tried = (of: Guarded, account = 'Ana@Empresa.MX', sourceIp = '192.0.2.1') => ({ of, account, sourceIp });

describe('how often something may be tried', () => {
  it.each(['FACTOR', 'RECOVERY', 'RESET_MAIL', 'RESET', 'REGISTRATION', 'CONFIRMATION'] as const)(
    'of %s five an hour from here, 20 for the account, 50 for the network',
    (of) => {
      expect(limitsOf(tried(of), false)).toEqual([
        { what: `${of}#HERE#192.0.2.1#ana@empresa.mx`, group: `${of}#ACCOUNT#ana@empresa.mx`, most: 5, seconds: HOUR },
        { what: `${of}#ELSEWHERE#ana@empresa.mx`, group: `${of}#ACCOUNT#ana@empresa.mx`, most: 20, seconds: HOUR },
        { what: `${of}#NETWORK#192.0.2.1`, most: 50, seconds: HOUR },
      ]);
    },
  );

  it.each(['PASSWORD', 'DRIVER_PASSWORD'] as const)('of %s five, and one more every 16 minutes', (of) => {
    const five = { most: 5, seconds: 960, refills: true };
    expect(limitsOf(tried(of), false)).toEqual([
      { what: `${of}#HERE#192.0.2.1#ana@empresa.mx`, group: `${of}#ACCOUNT#ana@empresa.mx`, ...five },
      { what: `${of}#ELSEWHERE#ana@empresa.mx`, group: `${of}#ACCOUNT#ana@empresa.mx`, ...five },
      { what: `${of}#NETWORK#192.0.2.1`, most: 50, seconds: HOUR },
    ]);
  });

  it('is only theirs together where the account has signed in from', () => {
    expect(limitsOf(tried('PASSWORD'), true)).toEqual(limitsOf(tried('PASSWORD'), false).slice(0, 1));
  });

  it('is 20 and 100 join codes an hour, ten codes of an own factor, and three notices a day', () => {
    expect(joinLimits('u', '2001:db8::1')).toEqual([
      { what: 'JOIN#USER#u', most: 20, seconds: HOUR },
      { what: 'JOIN#NETWORK#2001:db8:0:0::/64', most: 100, seconds: HOUR },
    ]);
    expect(ownFactorLimits('u')).toEqual([{ what: 'OWN_FACTOR#u', most: 10, seconds: HOUR }]);
    expect(noticeLimits('a@b.mx')).toEqual([{ what: 'NOTICE#a@b.mx', most: 3, seconds: 24 * HOUR }]);
  });
});

describe('a right try', () => {
  const forgotten = (of: Guarded) => forgottenWith(tried(of)).map(({ what }) => what);

  it('forgets the wrong ones of the account, and not those of the network', () => {
    expect(forgotten('PASSWORD')).toEqual([
      'PASSWORD#HERE#192.0.2.1#ana@empresa.mx',
      'PASSWORD#ELSEWHERE#ana@empresa.mx',
    ]);
  });

  it('of a reset forgets those of the old password too', () => {
    expect(forgotten('RESET')).toEqual([
      'RESET#HERE#192.0.2.1#ana@empresa.mx',
      'RESET#ELSEWHERE#ana@empresa.mx',
      'PASSWORD#HERE#192.0.2.1#ana@empresa.mx',
      'PASSWORD#ELSEWHERE#ana@empresa.mx',
    ]);
  });

  it('of a reset on a device forgets those of the device and of strangers', () => {
    const cleared = forgottenWith({ ...tried('RESET'), device: 'n' }).map(({ what }) => what);
    expect(cleared).toEqual([
      'RESET#DEVICE#n',
      'PASSWORD#DEVICE#n',
      'PASSWORD#HERE#192.0.2.1#ana@empresa.mx',
      'PASSWORD#ELSEWHERE#ana@empresa.mx',
    ]);
  });

  it('makes a home of the network for the account, of staff and drivers apart', () => {
    expect([homeOf(tried('FACTOR')), homeOf(tried('DRIVER_PASSWORD'))]).toEqual([
      'STAFF#192.0.2.1#ana@empresa.mx',
      'DRIVER#192.0.2.1#ana@empresa.mx',
    ]);
  });
});

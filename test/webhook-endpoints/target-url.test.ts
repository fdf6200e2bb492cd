import { refusedUrl } from '../../shared/webhook-endpoints/target-url';

describe('integrations 2: the address of an endpoint', () => {
  test.each([
    'https://hooks.example.com/fleet',
    'https://hooks.example.com:443/fleet?team=1',
    'https://HOOKS.Example.com',
    'https://hooks.example.com./fleet',
    'https://xn--mxico-bsa.mx/a',
    'https://locale.example/',
    `https://hooks.example.com/${'a'.repeat(1974)}`,
  ])('%s may be called', (url) => {
    expect(refusedUrl(url, 'api.example.com')).toBeUndefined();
  });

  test.each([
    ['http://hooks.example.com', /https/],
    ['ftp://hooks.example.com', /https/],
    ['javascript:alert(1)', /https/],
    ['https://hooks.example.com:8443/', /443/],
    ['https://hooks.example.com:80/', /443/],
    ['https://user@hooks.example.com/', /user name/],
    ['https://:secret@hooks.example.com/', /user name/],
    ['https://hooks.example.com/#part', /#/],
    ['https://hooks.example.com/#', /#/],
    ['https://127.0.0.1/', /name, not/],
    ['https://2130706433/', /name, not/],
    ['https://0x7f.1/', /name, not/],
    ['https://017700000001/', /name, not/],
    ['https://[::1]/', /name, not/],
    ['https://8.8.8.8./', /name, not/],
    ['https://localhost/', /private/],
    ['https://localhost%2e/', /private/],
    ['https:\\\\localhost\\', /private/],
    ['https://ｌｏｃａｌｈｏｓｔ/', /private/],
    ['https://metadata。google。internal/', /private/],
    ['https://１２７.0.0.1/', /name, not/],
    ['https://127.1/', /name, not/],
    ['https://[::ffff:10.0.0.1]/', /name, not/],
    ['https://hooks.example.com@10.0.0.1/', /user name/],
    ['https://LOCALHOST./', /private/],
    ['https://localhost../', /private/],
    ['https://127.0.0.1../', /name, not/],
    ['https://metadata.google.internal../', /private/],
    ['https://api.example.com../', /own receiver/],
    ['https://a.localhost/', /private/],
    ['https://printer.local/', /private/],
    ['https://printer.local./', /private/],
    ['https://metadata.google.internal/', /private/],
    ['https://intranet/', /dot/],
    ['https://api.example.com/teams', /own receiver/],
    ['https://API.example.com./teams', /own receiver/],
    ['hooks.example.com', /such as/],
    ['', /such as/],
    ['https://', /such as/],
    ['https://hooks.example.com/\nHost: other', /such as/],
    ['https://hooks.example.com/ path', /such as/],
    [`https://hooks.example.com/${'a'.repeat(1975)}`, /2,000/],
  ])('%s is refused with its rule', (url, rule) => {
    expect(refusedUrl(url, 'api.example.com')?.en).toMatch(rule);
    expect(refusedUrl(url, 'api.example.com')?.es).toBeTruthy();
  });
});

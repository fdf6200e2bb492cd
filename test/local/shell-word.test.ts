import { execFileSync } from 'node:child_process';
import { firstScreen } from '../../local/screen';
import { shellWord } from '../../local/shell-word';

test.each([
  ['C:\\fleet\\data', 'C:\\fleet\\data'],
  ['.local-2', '.local-2'],
  ['C:\\RUNNER~1\\Temp', 'C:\\RUNNER~1\\Temp'],
  ['C:\\Users\\Ana García\\fleet-data', '"C:\\Users\\Ana García\\fleet-data"'],
  ['C:/a&b', '"C:/a&b"'],
  ['D:\\my data\\', '"D:\\my data\\\\"'],
])('desk 7.2: %s is the word %s of a command on Windows', (text, word) => {
  expect(shellWord(text, 'win32')).toBe(word);
});

test.each(['/srv/fleet-data', '../datos de Ana', "Ana's", '$HOME/x', '~/x', 'a"b`c', 'año/ñ'])(
  'desk 7.2: %s is one word of a command elsewhere',
  (text) => {
    const word = shellWord(text, 'linux');
    expect(word === text || /^'/.test(word)).toBe(true);
    if (process.platform === 'win32') return;
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${word}`]).toString()).toBe(text);
  },
);

test('desk 7.2: the command of the first screen names a folder with a blank as one word', () => {
  const quote = process.platform === 'win32' ? '"' : "'";
  const shown = { dataDir: 'my data', seed: true, forwardTo: undefined };
  expect(firstScreen('http://127.0.0.1:4000', shown)).toContain(
    `The data are in my data. To start anew: npm start -- --data ${quote}my data${quote} --fresh`,
  );
});

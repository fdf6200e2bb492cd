import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECLARED_RIGHTS, DIRECTORY_VARIABLE } from './declared';

/** Suites that loop over the declarations: they ask for every right because it is declared, and so say nothing of what is needed. */
const LOOPING = /test\/(every-operation|operation|stack)\//;

/**
 * Set up for every test file when rights are watched (jest.config.js): notes which declared rights the choke point was asked for, and leaves
 * them in a file.
 */
const directory = process.env[DIRECTORY_VARIABLE];
const asked = new Set<string>();
if (directory !== undefined && !LOOPING.test(String(expect.getState().testPath))) {
  for (const { line, actions, action } of DECLARED_RIGHTS) {
    const before = actions.includes.bind(actions);
    Object.defineProperty(actions, 'includes', {
      configurable: true,
      value: (wanted: string) => {
        if (wanted === action) asked.add(line);
        return before(wanted);
      },
    });
  }
  afterAll(() => writeFileSync(join(directory, `${randomUUID()}.json`), JSON.stringify([...asked])));
}

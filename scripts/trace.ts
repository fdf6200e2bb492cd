import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Fault, faultsIn } from './trace/fault';
import { frameMapper, isMappable } from './trace/frames';

/**
 * Maps the stack of a fault line to files and lines of the source: `npm run trace -- '<log line>'`, or lines on the standard input. `--maps` names
 * the folder in which the release left its maps.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { maps: { type: 'string', default: 'cdk.out/source-maps' } },
  });
  const given = positionals.length > 0 ? positionals.join(' ') : await standardInput();
  const faults = faultsIn(given);
  if (faults.length === 0) {
    throw new Error('The input holds no fault line with a stack. Give the whole log line whose "message" is "fault".');
  }
  const mapFrame = frameMapper(values.maps);
  console.log(faults.map((fault) => mappedFault(fault, mapFrame)).join('\n\n'));
}

const standardInput = async (): Promise<string> => (process.stdin.isTTY ? '' : text(process.stdin));

function mappedFault(fault: Fault, mapFrame: (frame: string) => string): string {
  if (!fault.chain.some(({ stack }) => stack.some(isMappable))) {
    throw new Error('No frame of the stack names a release. Deployed functions name theirs; npm start does not.');
  }
  const errors = fault.chain.map(({ name, message, stack }, index) =>
    [`${index === 0 ? '' : 'Caused by '}${name}: ${message}`, ...stack.map(mapFrame)].join('\n'),
  );
  return [`Request ${fault.function_request_id}`, ...errors].join('\n');
}

main().catch((failure: unknown) => {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
});

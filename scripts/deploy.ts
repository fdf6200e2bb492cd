import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { awsCli } from './aws-cli';
import { deployArguments, deployedStackId, stageOf } from './deploy/arguments';

/** Runs `cdk deploy` with these arguments, in `prod` with CloudFormation's rollback by alarms: `npm run deploy -- -c stage=prod`. */
async function main(given: readonly string[]): Promise<number> {
  const stage = stageOf(given);
  const stackId = stage === 'prod' ? await deployedStackId(awsCli, stage) : undefined;
  const args = deployArguments(given, stackId);
  console.log(`cdk ${args.join(' ')}`);
  return new Promise((resolve, reject) => {
    spawn(join(__dirname, '..', 'node_modules', '.bin', 'cdk'), args, { stdio: 'inherit' })
      .on('error', reject)
      .on('close', (code) => resolve(code ?? 1));
  });
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (failure: unknown) => {
    console.error(failure instanceof Error ? failure.message : failure);
    process.exitCode = 1;
  },
);

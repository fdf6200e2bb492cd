import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { DEFAULT_STAGE, SETTING_NAMES, STAGE_NAME } from './settings';

const Values = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));

/** Reads a setting by its name. */
type SettingReader = (name: string) => unknown;

/**
 * Reads settings from the CDK context (`-c name=value`), and those that it lacks from `<stage>.json` in the folder. A stage
 * without a file has the defaults. A name that is no setting ends the synthesis.
 */
export function withSettingsFile(folder: string, context: SettingReader): SettingReader {
  const stage = context('stage') ?? DEFAULT_STAGE;
  // An invalid name of a stage is refused with the other settings.
  const values = typeof stage === 'string' && STAGE_NAME.test(stage) ? valuesIn(join(folder, `${stage}.json`)) : {};
  return (name) => context(name) ?? values[name];
}

function valuesIn(file: string): v.InferOutput<typeof Values> {
  if (!existsSync(file)) return {};
  const values = v.parse(Values, JSON.parse(readFileSync(file, 'utf8')), {
    message: `${file} must be an object of settings.`,
  });
  const unknown = Object.keys(values).find((name) => name === 'stage' || !SETTING_NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`"${unknown}" in ${file} is not a setting of a stage. docs/operations.md lists them.`);
  return values;
}

import { relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Tells of each mutant that no test notices, or that runs without end, as soon as it is known: a run takes long, and may be stopped. */
class Survivors {
  onMutantTested({ status, fileName, location, replacement }) {
    if (['Survived', 'NoCoverage', 'Timeout'].includes(status)) {
      console.log(
        `${status} ${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column} → ${replacement}`,
      );
    }
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'survivors', Survivors)];

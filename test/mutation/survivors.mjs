import { relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Reports each surviving or endless mutant at once, because a run takes long and may be stopped. */
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

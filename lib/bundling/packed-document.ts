import type { Plugin } from 'esbuild';
import { packedDocument } from '../../shared/operation/packed-document';

/** Puts the result of `packedDocument` into its bundle, so that no function compresses the document. */
export const packedDocumentModule: Plugin = {
  name: 'packed-document',
  setup({ onLoad }) {
    onLoad({ filter: /shared[\\/]operation[\\/]packed-document\.ts$/ }, () => ({
      contents: `const PACKED = ${JSON.stringify(packedDocument())}; export const packedDocument = () => PACKED;`,
      loader: 'ts',
    }));
  },
};

/** What identifies one build of one function: its file below `functions/`, `@`, and the beginning of the hash of its bundle. */
export const releasedName = (file: string, hash: string): string => `${file}@${hash.slice(0, 12)}`;

/** A released name with line and column, as it stands in a frame of a stack. */
export const RELEASED_PLACE = /([\w/-]+@[0-9a-f]{12})\.js:(\d+):(\d+)/;

/** The last line of a bundle. V8 writes this name into the frames of a stack in place of the file's. */
export const nameLine = (name: string): string => `//# sourceURL=${name}.js\n`;

/** Below the folder of maps. */
export const mapFile = (name: string): string => `${name}.js.map`;

/** The map of the newest build of a function, below the folder of maps. */
export const newestMapFile = (file: string): string => `${file}/index.js.map`;

/** The entity tag of a version (RFC 9110 §8.8.3). */
export const tagOfVersion = (version: number): string => `"${version}"`;

/** True if the header If-None-Match names the tag, or any. A weak tag counts as its strong form. */
export const hasTag = (header: string, tag: string): boolean =>
  header
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === '*' || strong(one) === strong(tag));

const strong = (tag: string): string => tag.replace(/^W\//, '');

/** The weak rules of the present run, by the name of the function that each replaces. {@link replaceRules} reads them. */
export const active: { rules: Readonly<Record<string, unknown>> } = { rules: {} };

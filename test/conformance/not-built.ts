/** Rows of the matrix whose part of the product is not built, each with the reason. The suite fails when one of them passes. */
export const NOT_BUILT: Readonly<Record<string, string>> = {};

/** A row of an extract, by column name. Absent columns are empty text. */
export type Row = (column: string) => string;

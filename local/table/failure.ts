/** A failure as DynamoDB names it. `more` holds further fields of the error, such as `CancellationReasons`. */
export class TableFailure extends Error {
  constructor(
    override readonly name: string,
    message: string,
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

export const invalid = (message: string): TableFailure => new TableFailure('ValidationException', message);

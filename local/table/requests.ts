import type { Given, Parse } from './expressions/reader';
import { invalid, TableFailure } from './failure';
import type { Item } from './values';

/** The parameters of requests, with DynamoDB's names. Items and keys are values of JavaScript. */

type Attributes = Item;

export interface Expressions {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Attributes | undefined;
}

export interface OfTable {
  readonly TableName?: string | undefined;
}

export interface GetRequest extends OfTable, Expressions {
  readonly Key?: Attributes | undefined;
  readonly ConsistentRead?: boolean | undefined;
  readonly ProjectionExpression?: string | undefined;
}

export interface PageRequest extends OfTable, Expressions {
  readonly IndexName?: string | undefined;
  readonly ConsistentRead?: boolean | undefined;
  readonly FilterExpression?: string | undefined;
  readonly ProjectionExpression?: string | undefined;
  readonly ExclusiveStartKey?: Attributes | undefined;
  readonly Limit?: number | undefined;
  readonly Select?: string | undefined;
}

export interface QueryRequest extends PageRequest {
  readonly KeyConditionExpression?: string | undefined;
  readonly ScanIndexForward?: boolean | undefined;
}

interface Conditional extends OfTable, Expressions {
  readonly ConditionExpression?: string | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

export interface PutRequest extends Conditional {
  readonly Item?: Attributes | undefined;
}

export interface KeyedRequest extends Conditional {
  readonly Key?: Attributes | undefined;
}

export interface UpdateRequest extends KeyedRequest {
  readonly UpdateExpression?: string | undefined;
}

export interface TransactWrite {
  readonly Put?: PutRequest | undefined;
  readonly Update?: UpdateRequest | undefined;
  readonly Delete?: KeyedRequest | undefined;
  readonly ConditionCheck?: KeyedRequest | undefined;
}

export interface BatchWrite {
  readonly PutRequest?: { readonly Item?: Attributes | undefined } | undefined;
  readonly DeleteRequest?: { readonly Key?: Attributes | undefined } | undefined;
}

/** Reads the expressions of one request, and refuses names and values that none of them uses. */
export class RequestExpressions {
  readonly given: Given;
  private readonly used = new Set<string>();

  constructor({ ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Expressions) {
    this.given = { names, values };
  }

  read<T>(parse: Parse<T>, text: string | undefined): T | undefined {
    if (text === undefined) return undefined;
    const { result, names, values } = parse(text, this.given);
    for (const name of [...names, ...values]) this.used.add(name);
    return result;
  }

  /** Call it after the last expression. */
  end(): void {
    this.refuseUnused('ExpressionAttributeNames', this.given.names);
    this.refuseUnused('ExpressionAttributeValues', this.given.values);
  }

  private refuseUnused(parameter: string, given: object): void {
    const unused = Object.keys(given).filter((name) => !this.used.has(name));
    if (unused.length > 0)
      throw invalid(`Value provided in ${parameter} unused in expressions: keys: {${unused.join(', ')}}`);
  }
}

export const noSuchTable = (): TableFailure =>
  new TableFailure('ResourceNotFoundException', 'Cannot do operations on a non-existent table');

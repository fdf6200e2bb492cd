import * as v from 'valibot';

const Attributes = v.record(v.string(), v.unknown());
export type Attributes = v.InferOutput<typeof Attributes>;

const Content = v.object({
  // A stack of functions without an operation has none.
  Resources: v.optional(
    v.record(
      v.string(),
      v.object({
        Type: v.string(),
        Properties: v.optional(Attributes, {}),
        DependsOn: v.optional(v.array(v.string()), []),
        DeletionPolicy: v.optional(v.string()),
      }),
    ),
    {},
  ),
  Outputs: v.optional(v.record(v.string(), v.unknown()), {}),
});

const Output = v.object({ Value: v.unknown() });

export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly properties: Attributes;
  readonly dependsOn: readonly string[];
  readonly deletionPolicy: string | undefined;
}

const Statement = v.object({
  Effect: v.string(),
  Action: v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((one) => [one].flat()),
  ),
  Resource: v.optional(v.unknown()),
  Condition: v.optional(Attributes),
});

export interface Statement {
  readonly effect: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly condition: Attributes | undefined;
}

/**
 * A synthesized template with its references written as `<Logical.Attribute>`. The parameters of a nested stack are replaced by the values
 * that its parent passes.
 */
export class Template {
  private readonly content: v.InferOutput<typeof Content>;
  private resolved: Resource[] | undefined;

  constructor(
    content: unknown,
    private readonly parameters: Attributes = {},
  ) {
    this.content = v.parse(Content, content);
  }

  get size(): number {
    return Object.keys(this.content.Resources).length;
  }

  /** The text of the template, to compare and to measure. */
  get text(): string {
    return JSON.stringify(this.content);
  }

  get outputs(): string[] {
    return Object.keys(this.content.Outputs);
  }

  /** The value of an output. */
  output(name: string): unknown {
    return this.resolve(v.parse(v.optional(Output), this.content.Outputs[name])?.Value);
  }

  /** The values that this stack passes to a stack nested in it. */
  parametersOf(nestedStackId: string): Attributes {
    const [nested] = this.resources('AWS::CloudFormation::Stack').filter(({ id }) => id === nestedStackId);
    return v.parse(v.optional(Attributes, {}), nested?.properties.Parameters);
  }

  /** The resource types, each as often as it occurs. */
  types(): string[] {
    return Object.values(this.content.Resources).map(({ Type }) => Type);
  }

  resources(type: string): Resource[] {
    this.resolved ??= Object.entries(this.content.Resources).map(
      ([id, { Type, Properties, DependsOn, DeletionPolicy }]) => ({
        type: Type,
        id,
        properties: v.parse(Attributes, this.resolve(Properties)),
        dependsOn: DependsOn,
        deletionPolicy: DeletionPolicy,
      }),
    );
    return this.resolved.filter((one) => one.type === type);
  }

  /** The one resource of a type whose property has this value. */
  resource(type: string, property: string, value: unknown): Resource {
    return theOne(this.resources(type), property, value);
  }

  /** All statements of all policies in the template, inline or attached. */
  statements(): Statement[] {
    return statementsIn(this.resolve(this.content.Resources));
  }

  private resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.resolve(one));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [[name, argument] = ['', undefined]] = entries;
    if (entries.length === 1 && name in INTRINSICS) return this.intrinsic(name, argument);
    return Object.fromEntries(entries.map(([key, inner]) => [key, this.resolve(inner)]));
  }

  private intrinsic(name: string, argument: unknown): unknown {
    if (name === 'Ref') return { ...PSEUDO_PARAMETERS, ...this.parameters }[String(argument)] ?? `<${argument}>`;
    if (name === 'Fn::GetAtt') return `<${v.parse(v.array(v.string()), argument).join('.')}>`;
    if (name === 'Fn::Join') {
      const [separator, parts] = v.parse(v.tuple([v.string(), v.array(v.unknown())]), argument);
      return parts.map((part) => this.resolve(part)).join(separator);
    }
    return JSON.stringify(argument);
  }
}

/** Templates of one kind, read as one. */
export class Templates {
  constructor(private readonly parts: readonly Template[]) {}

  get text(): string {
    return this.parts.map(({ text }) => text).join('\n');
  }

  get outputs(): string[] {
    return this.parts.flatMap(({ outputs }) => outputs);
  }

  types(): string[] {
    return this.parts.flatMap((one) => one.types());
  }

  resources(type: string): Resource[] {
    return this.parts.flatMap((one) => one.resources(type));
  }

  resource(type: string, property: string, value: unknown): Resource {
    return theOne(this.resources(type), property, value);
  }

  statements(): Statement[] {
    return this.parts.flatMap((one) => one.statements());
  }
}

function theOne(resources: readonly Resource[], property: string, value: unknown): Resource {
  const found = resources.filter(({ properties }) => properties[property] === value);
  const [one, ...others] = found;
  if (one === undefined || others.length > 0)
    throw new Error(`${found.length} resources have the ${property} ${value}.`);
  return one;
}

export function statementsIn(value: unknown): Statement[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (typeof value !== 'object' || value === null) return [];
  const statement = v.safeParse(Statement, value);
  if (statement.success) {
    const { Effect, Action, Resource = [], Condition } = statement.output;
    return [{ effect: Effect, actions: Action, resources: [Resource].flat().map(String), condition: Condition }];
  }
  return Object.values(value).flatMap(statementsIn);
}

const INTRINSICS = { Ref: true, 'Fn::GetAtt': true, 'Fn::Join': true, 'Fn::Sub': true };

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '123456789012',
  'AWS::URLSuffix': 'amazonaws.com',
};

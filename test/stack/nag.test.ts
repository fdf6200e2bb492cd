import { App, Aspects } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { context as FLAGS } from '../../cdk.json';
import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { makeFleet } from '../../lib/fleet';
import { readSettings } from '../../lib/settings';
import { PRODUCTION } from '../support/production';

/** Of each kind of operation's function there need be but one: they are all made alike. */
const SOME_OPERATIONS = Object.fromEntries(Object.entries(OPERATIONS).slice(0, 5));

const app = new App({ context: FLAGS, builtinCloudFormationValidation: false, stackTraces: false });
const fleet = makeFleet(app, {
  settings: readSettings((name) => PRODUCTION[name]),
  operations: SOME_OPERATIONS,
  triggers: TRIGGERS,
  codeOf: () => Code.fromInline('exports.handler = () => {}'),
});
Aspects.of(app).add(new AwsSolutionsChecks());
app.synth();

test.each(Object.entries(fleet))('the %s stack has no finding of AwsSolutions that is not explained', (_, stack) => {
  const findings = [
    ...Annotations.fromStack(stack).findError('*', Match.stringLikeRegexp('AwsSolutions-.*')),
    ...Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('AwsSolutions-.*')),
  ];
  expect(findings.map(({ id, entry }) => `${id}: ${String(entry.data).slice(0, 120)}`)).toEqual([]);
});

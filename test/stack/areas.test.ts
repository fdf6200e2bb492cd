import { OPERATIONS } from '../../functions/catalog';
import { ACCESS_AREAS, areaOf, LAYOUT, layoutOf, stackOf } from '../../lib/areas';
import { synthesize } from './synthesis';
import type { Template } from './template';

const { access, work, api } = synthesize();
const [[file, operation] = none()] = Object.entries(OPERATIONS);

function none(): never {
  throw new Error('There are no operations.');
}

const namesIn = (stack: Template) =>
  stack.resources('AWS::Lambda::Function').map(({ properties }) => String(properties.FunctionName));

describe('production 7.8: the two stacks of functions', () => {
  test('have each operation once, by its area, and the triggers in the first', () => {
    const [ofAccess, ofWork] = [namesIn(access), namesIn(work)];
    const works = Object.entries(OPERATIONS).filter(([name]) => stackOf(name) === 'work');
    expect(ofWork.sort()).toEqual(works.map(([, { id }]) => `fleet-dev-work-${id}`).sort());
    expect(ofAccess.filter((name) => name.includes('-work-'))).toEqual([]);
    expect(ofAccess).toEqual(expect.arrayContaining(['fleet-dev-sendOut', 'fleet-dev-limitStaffTokens']));
    for (const type of ['AWS::Lambda::EventSourceMapping', 'AWS::Events::Rule', 'AWS::Logs::LogGroup'])
      expect(work.types()).not.toContain(type);
  });

  test('share an area never, and list no area without operations', () => {
    const areas = new Set(Object.keys(OPERATIONS).map(areaOf));
    expect([...ACCESS_AREAS].filter((area) => !areas.has(area))).toEqual([]);
  });

  /** The names of the function of an operation in each stack, when its file is in this area. */
  const namesFrom = (area: string) => {
    const placed = synthesize({}, { operations: { [`${area}/an-operation`]: operation } });
    return [placed.access, placed.work].map((one) => namesIn(one).filter((name) => name.endsWith(operation.id)));
  };

  test('get a new area without a list: the second has it', () => {
    const [inAccess, inWork] = namesFrom('a-new-area');
    expect([inAccess?.length, inWork?.length]).toEqual([0, 1]);
  });

  test('give an operation another name when its area moves, so that the update finds the name free', () => {
    const [listed = ''] = ACCESS_AREAS;
    expect(namesFrom(listed)).toEqual([[`fleet-dev-${operation.id}`], []]);
    expect(namesFrom('a-new-area')).toEqual([[], [`fleet-dev-work-${operation.id}`]]);
  });

  test('show no value of the other: each reads the pools by the one function', () => {
    const readers = [access, work].flatMap((stack) =>
      namesIn(stack).filter((name) => name.endsWith('readUserPoolKeys')),
    );
    expect(readers).toEqual(['fleet-dev-readUserPoolKeys']);
    const tokens = work.resources('Custom::UserPoolKeys').map(({ properties }) => properties.ServiceToken);
    const reader = 'arn:aws:lambda:us-east-1:123456789012:function:fleet-dev-readUserPoolKeys';
    expect(tokens).toEqual([reader, reader]);
    expect(work.types()).not.toContain('Custom::UserPoolClientSecret');
    expect([...access.outputs, ...work.outputs]).toEqual([]);
  });
});

describe('production 4.0: the role by which the gateway calls functions', () => {
  const roleOf = (stack: Template) => stack.resources('AWS::IAM::Role').map(({ id }) => id);

  test('is another one when an area has moved, because the update of a role takes the old names from routes in use', () => {
    expect(roleOf(api)).toEqual([expect.stringContaining(LAYOUT)]);
    expect(LAYOUT).toBe(layoutOf([...ACCESS_AREAS].reverse()));
    for (const area of ACCESS_AREAS) expect(layoutOf([...ACCESS_AREAS].filter((one) => one !== area))).not.toBe(LAYOUT);
  });

  test('stays when operations come or go', () => {
    expect(roleOf(synthesize({}, { operations: { [file]: operation } }).api)).toEqual(roleOf(api));
  });
});

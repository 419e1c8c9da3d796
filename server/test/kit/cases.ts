import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ERRORS, operations, type ErrorCode, type Operation, type OperationId } from '@cottontree/contract';
import type { Provocations, Provoke, ProvokeStage } from './provoke.ts';
import type { Repeatables, RepeatStage } from './repeatable/repeatable.ts';
import { ABSENT, kindOf } from './things.ts';

/** What a `<resource>.cases.ts` tells the tables of tests about the operations beside it. */
type Cases = {
  /** How each refusal that they declare beyond the shared ones comes about. */
  readonly provocations?: (stage: () => ProvokeStage) => Provocations;
  /** A request for each POST of theirs that writes. */
  readonly requests?: (stage: () => RepeatStage) => Repeatables;
};

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** What stands beside the resources, wherever that is. */
const cases: readonly Cases[] = await Promise.all(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cases.ts'))
    .toSorted()
    .map((name): Promise<Cases> => import(`${source}${name}`)),
);

/** How refusals come about, on a stage that is open by then. */
export function provocationsOn(stage: () => ProvokeStage): Provocations {
  return whole(cases.map(({ provocations }) => provocations?.(stage) ?? {}));
}

/**
 * That what its path names is not there: the example of the operation, asked of a thing of the kind that there is not.
 * Undefined where several names lead to it, or several codes may tell what is missing.
 */
export function absenceOf(id: OperationId, code: ErrorCode, ask: ProvokeStage['ask']): Provoke | undefined {
  const { errors, example }: Operation = operations[id];
  const [only, another] = Object.entries(example.params ?? {});
  const missing = errors.filter((one) => ERRORS[one].status === 404);
  if (only === undefined || another !== undefined || missing.length !== 1 || missing[0] !== code)
    return undefined;
  const { query, body } = example;
  return () => ask(id, { query, body, params: { [only[0]]: ABSENT[kindOf(only[1])] } });
}

/** A request for every POST that writes, made on a stage that is open by then. */
export function repeatablesOn(stage: () => RepeatStage): Repeatables {
  return whole(cases.map(({ requests }) => requests?.(stage) ?? {}));
}

/** Each operation is told of in one file. */
function whole<Told extends object>(parts: readonly Told[]): Told {
  const ids = parts.flatMap((part) => Object.keys(part));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  if (twice.length > 0) throw new Error(`Several files tell of ${twice.join(', ')}.`);
  return Object.assign({}, ...parts) as Told;
}

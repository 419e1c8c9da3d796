import { errorsOf, isIdempotent, takesKeys, type Operation } from '../../contract/src/operation.ts';

export type CodeSets = {
  /** Codes as a union, those that many operations share by the name of their set. */
  readonly print: (codes: readonly string[]) => string;
  readonly declarations: () => string;
};

/** What all operations refuse with, those that take a merchant's key, and those that take an Idempotency-Key. */
export function codeSetsOf(operations: readonly Operation[]): CodeSets {
  const common = sharedBy(operations);
  const ofKeys = sharedBy(operations.filter(takesKeys)).filter((code) => !common.includes(code));
  const known = new Set([...common, ...ofKeys]);
  const ofWrites = sharedBy(operations.filter(isIdempotent)).filter((code) => !known.has(code));
  const sets = { CommonCode: common, KeyCode: ofKeys, WriteCode: ofWrites };

  return {
    print: (codes) => {
      const whole = Object.entries(sets).filter(([, set]) => set.every((code) => codes.includes(code)));
      const told = new Set(whole.flatMap(([, set]) => set));
      const own = codes.filter((code) => !told.has(code)).toSorted();
      return [...whole.map(([name]) => name), ...own.map((code) => `'${code}'`)].join(' | ');
    },
    declarations: () =>
      Object.entries(sets)
        .map(([name, set]) => `export type ${name} = ${set.map((code) => `'${code}'`).join(' | ')};\n`)
        .join(''),
  };
}

function sharedBy(operations: readonly Operation[]): readonly string[] {
  const [first = [], ...others] = operations.map((declared): readonly string[] => errorsOf(declared));
  return first.filter((code) => others.every((codes) => codes.includes(code)));
}

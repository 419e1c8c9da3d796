type Check = {
  readonly accepts: (text: string) => boolean;
  /** What would work, as the end of a sentence. */
  readonly wanted: string | ((text: string) => string);
  /** The value is not repeated in a message. */
  readonly secret?: boolean;
};
type Bounds = { readonly least: number; readonly most: number };

/** Reads variables one by one; a value that does not fit is noted and the fallback goes on in its place. */
export type EnvironmentReader = {
  readonly problems: string[];
  readonly isSet: (name: string) => boolean;
  readonly isOff: (name: string) => boolean;
  readonly text: <F extends string | null>(
    name: string,
    check: Check & { readonly fallback: F },
  ) => string | F;
  /** Items between commas; `none` is the empty list. */
  readonly list: (name: string, check: Check & { readonly fallback: readonly string[] }) => readonly string[];
  readonly integer: <F extends number | null>(
    name: string,
    bounds: Bounds & { readonly fallback: F },
  ) => number | F;
  readonly number: (name: string, bounds: Bounds & { readonly fallback: number }) => number;
  readonly flag: <F extends boolean | 'auto'>(name: string, fallback: F) => boolean | F;
  readonly choice: <C extends string>(name: string, choices: readonly C[], fallback: C) => C;
};

const ON = new Set(['1', 'true', 'on', 'yes']);
const OFF = new Set(['0', 'false', 'off', 'no']);

/** An empty variable counts as one that is not set. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentReader {
  const problems: string[] = [];
  const given = (name: string): string | null => environment[name]?.trim() || null;
  const refuse = <F>(name: string, { wanted, secret }: Pick<Check, 'wanted' | 'secret'>, fallback: F): F => {
    const says = typeof wanted === 'function' ? wanted(given(name) ?? '') : wanted;
    problems.push(`${name} must be ${says}${secret ? '' : `; it is "${given(name)}"`}.`);
    return fallback;
  };
  const number = <F extends number | null>(
    name: string,
    { least, most, fallback, pattern, kind }: Bounds & { fallback: F; pattern: RegExp; kind: string },
  ): number | F => {
    const text = given(name);
    if (text === null) return fallback;
    const value = Number(text);
    return pattern.test(text) && value >= least && value <= most
      ? value
      : refuse(name, { wanted: `${kind} from ${least} to ${most}` }, fallback);
  };

  return {
    problems,
    isSet: (name) => given(name) !== null,
    isOff: (name) => OFF.has(given(name)?.toLowerCase() ?? '') && given(name) !== '0',
    text: (name, check) => {
      const text = given(name);
      return text === null || check.accepts(text)
        ? (text ?? check.fallback)
        : refuse(name, check, check.fallback);
    },
    list: (name, check) => {
      const text = given(name);
      if (text === null) return check.fallback;
      if (text.toLowerCase() === 'none') return [];
      const items = text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
      return items.length > 0 && items.every(check.accepts) ? items : refuse(name, check, check.fallback);
    },
    integer: (name, bounds) => number(name, { ...bounds, pattern: /^\d+$/, kind: 'a whole number' }),
    number: (name, bounds) => number(name, { ...bounds, pattern: /^\d+(\.\d+)?$/, kind: 'a number' }),
    flag: (name, fallback) => {
      const text = given(name)?.toLowerCase() ?? null;
      if (text === null) return fallback;
      if (ON.has(text)) return true;
      return OFF.has(text) ? false : refuse(name, { wanted: 'on or off, 1 or 0' }, fallback);
    },
    choice: (name, choices, fallback) => {
      const text = given(name);
      return text === null
        ? fallback
        : (choices.find((choice) => choice === text) ??
            refuse(name, { wanted: `one of ${choices.join(', ')}` }, fallback));
    },
  };
}

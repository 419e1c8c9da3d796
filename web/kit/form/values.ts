import type { CottontreeError } from '@cottontree/client';
import { common } from '../text/common.ts';
import { refusalText } from '../text/refusals.ts';
import { fieldRefused, refusalOf } from './refused-fields.ts';
import { faultOf, valueOf, type FieldLimits, type FormLimits } from './limits.ts';

/** What a field holds: text as typed, or what a switch or a list of its own holds. */
export type FieldValue = string | boolean | readonly string[] | null;
/** By the path of each field in the body: `address.city`, `items[0].name`. */
export type FormValues = Readonly<Record<string, FieldValue>>;
/** By the same paths; '' is what belongs to no field. */
export type FormFaults = Readonly<Record<string, string>>;

/** The limits of a field; each member of an array has those of all. */
export function limitsAt(limits: FormLimits, path: string): FieldLimits {
  return limits[path.replaceAll(/\[\d+\]/g, '[]')] ?? {};
}

/** What is wrong with what stands in the fields, before anybody else is asked. */
export function faultsOf(values: FormValues, limits: FormLimits): FormFaults {
  const found: Record<string, string> = {};
  for (const [path, value] of Object.entries(values)) {
    if (typeof value !== 'string' && value !== null) continue;
    const fault = faultOf((value ?? '').trim(), limitsAt(limits, path));
    if (fault !== null) found[path] = fault === common.wrongForm ? formOf(path) : fault;
  }
  return found;
}

/** What is expected where a pattern was missed, by what the field is called. */
function formOf(path: string): string {
  if (path.endsWith('email')) return common.noEmail;
  if (path.endsWith('slug')) return common.noSlug;
  return path.endsWith('url') ? common.noUrl : common.wrongForm;
}

type FieldRefusal = { readonly path: string; readonly message: string };

/** Which field of a form holds what the API calls otherwise. */
export type FieldOf = (path: string) => string;
/** What a form itself says where the API refuses something; null: what the API says. */
export type WordsFor = (path: string) => string | null;

/** A refusal of the server at its fields; what belongs to none of them stands as a whole. */
export function faultsIn(
  error: CottontreeError,
  values: FormValues,
  {
    fieldOf = (path) => path,
    wordsFor = () => null,
  }: { readonly fieldOf?: FieldOf | undefined; readonly wordsFor?: WordsFor | undefined } = {},
): FormFaults {
  const { fields } = error.details;
  const told = Array.isArray(fields) ? (fields as readonly FieldRefusal[]) : [];
  const typed = new Set(Object.values(values));
  const known = told.flatMap(({ path, message }) => {
    const said = wordsFor(path) ?? refusalOf(error.code, sentence(message, typed));
    const field = fieldOf(path);
    if (field in values) return [[field, said] as const];
    // A list that is one field: the refusal of a member is the field's.
    const list = field.replace(/\[\d+\][^[]*$/, '');
    if (list in values) return [[list, common.oneOfThem(said)] as const];
    // What is typed as lines is one field, and has fields of its own in the body.
    const lines = field.replace(/[[.].*$/, '');
    return lines in values ? [[lines, said] as const] : [];
  });
  const found = Object.fromEntries(known);
  const field = told.length === 0 ? fieldRefused(error, Object.keys(values)) : null;
  const text = refusalText(error);
  const whole = text === error.message ? plainWords(text, typed) : text;
  if (field !== null) return { [field]: whole };
  return known.length > 0 && known.length === told.length ? found : { ...found, '': whole };
}

function sentence(message: string, typed: ReadonlySet<FieldValue>): string {
  const said = plainWords(message, typed);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.?]$/.test(said) ? '' : '.'}`;
}

/** What the API says to programs, to people: without ids, and its names as words, `start_date` as "start date"; what they typed themselves stays as it is. */
function plainWords(message: string, typed: ReadonlySet<FieldValue>): string {
  return message
    .replaceAll(/:? [a-z]{2,6}_[0-9a-z]{26}\b/g, '')
    .replaceAll(
      /(^|[^\w@./-])([a-z]+(?:_[a-z]+)+)(?![\w@/-]|\.\w)/g,
      (_all, before: string, name: string) =>
        `${before}${typed.has(name) ? name : name.replaceAll('_', ' ')}`,
    );
}

type Sending = {
  readonly limits: FormLimits;
  readonly paths: readonly string[];
  /** What an empty field means: not said, or taken away. */
  readonly empty: 'left out' | 'null';
};

/** The body that the fields make, by the contract's types. */
export function bodyOf(values: FormValues, { limits, paths, empty }: Sending): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const path of paths) {
    const value = values[path];
    if (value === '' || value === null || value === undefined) {
      if (empty === 'null') put(body, path, null);
    } else put(body, path, typeof value === 'string' ? valueOf(value.trim(), limitsAt(limits, path)) : value);
  }
  return body;
}

/** `address.city` stands in `address`, `items[0].name` in the first of `items`. */
function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  const last = names.pop() ?? '';
  let at: Record<string, unknown> = body;
  for (const [index, name] of names.entries()) {
    const next = names[index + 1] ?? last;
    at = (at[name] ??= /^\d+$/.test(next) ? [] : {}) as Record<string, unknown>;
  }
  at[last] = value;
}

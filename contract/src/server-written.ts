import type { TObject, TSchema } from 'typebox';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

type Titled = { readonly title?: string; readonly properties?: TObject['properties'] };

const namesOf = (schema: TSchema | undefined): readonly string[] =>
  Object.keys((schema as Titled | undefined)?.properties ?? {});

/** Whoever makes something may well say in which currency: it follows from what it is about. */
const FOLLOWS: ReadonlySet<string> = new Set(['currency', 'exact']);

/** What anybody may say of a new thing, by what the thing is called: the fields of every body that makes one, or a new one with more. */
function settable(title: string): ReadonlySet<string> {
  const titles = [title, `Created${title}`];
  return new Set(
    (Object.values(operations) as readonly Operation[])
      .filter(({ status, answer }) => status === 201 && titles.includes((answer as Titled).title ?? ''))
      .flatMap(({ body }) => namesOf(body)),
  );
}

/**
 * The fields of what a POST makes that nobody can set, in whichever way it is made; empty for what makes nothing, and for
 * operations that declare such fields themselves, because they know what each will be.
 */
export function writtenByServer({
  method,
  status,
  readOnly,
  list,
  body,
  answer,
}: Operation): readonly string[] {
  const { title } = answer as Titled;
  if (method !== 'POST' || status !== 201 || readOnly || list || !body || title === undefined) return [];
  const set = settable(title);
  return namesOf(answer).filter((name) => !set.has(name) && !FOLLOWS.has(name));
}

import { signal } from '@preact/signals';
import type { Answer, AnswerOf } from '@cottontree/client';

type Data<A> = A extends Answer<infer Of> ? Of : never;
/** Who of the platform is signed in to Operations, as signing in told it. */
export type Operator = Pick<Data<AnswerOf<'signInOperator'>>, 'token' | 'user' | 'scopes'>;

const KEY = 'ct.operator';

/** Null in every other app, and while nobody is signed in. */
export const operator = signal<Operator | null>(null);

/** Whoever signed in earlier in this tab; the server decides whether the session still holds. */
export function readOperator(): Operator | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Operator | null;
  } catch {
    return null;
  }
}

/** Somebody works in this tab from now on, or nobody any more. The token stays in the tab: closing it forgets it. */
export function workAs(next: Operator | null): void {
  operator.value = next;
  if (next === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(next));
}

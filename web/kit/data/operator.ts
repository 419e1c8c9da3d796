import { signal } from '@preact/signals';
import type { Answer, AnswerOf } from '@cottontree/client';

type Data<A> = A extends Answer<infer Of> ? Of : never;
/** Who of the platform is signed in to Operations; a cookie that no script reads says so to the server. */
export type Operator = Pick<Data<AnswerOf<'signInOperatorOnPage'>>, 'user' | 'scopes'>;

/** Null in every other app, and while nobody is signed in. */
export const operator = signal<Operator | null>(null);

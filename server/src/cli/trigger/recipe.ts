import type { Client } from '@cottontree/client';

/** What was done so that an event happened: sentences for people, and the ids of the things that it happened to, by name. */
export type Triggered = {
  readonly did: readonly string[];
  readonly [about: string]: string | readonly string[];
};

/** Makes the real thing happen, in test mode. */
export type Recipe = (client: Client) => Promise<Triggered>;

/** Stands on everything that a recipe makes, where that can be said of it. */
export const MADE_BY = Object.freeze({ made_by: 'cottontree trigger' });
/** Why, where a reason is asked for. */
export const REASON = 'Tried out with cottontree trigger.';

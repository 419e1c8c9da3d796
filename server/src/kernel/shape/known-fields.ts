import type { TObject } from 'typebox';

/**
 * A body without what its operation does not know. Such fields are let through unread, so whoever hands a body on whole,
 * to what reads more fields than the operation declares, hands on these alone.
 */
export function knownFields<T extends object>(schema: TObject, body: T): T {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(schema.properties, name)),
  ) as T;
}

import type { Data, Operations } from '@cottontree/contract';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { tillTexts as t } from './texts.ts';
import { ALL, when } from './when.ts';

export type Location = Data<Operations['listLocations']>;
export type Person = Data<Operations['listStaff']>;
export type Till = Data<Operations['listTerminals']>;

export type Names = {
  readonly locations: readonly Location[];
  readonly people: readonly Person[];
  readonly tills: readonly Till[];
  readonly location: (id: string | null) => string;
  readonly person: (id: string | null) => string;
  readonly till: (id: string | null) => string;
};

/** What places, people and tills are called: answers name them by id. Whoever may not read staff and tills sees that there was one. */
export function useNames(): Names {
  const locations =
    useCall(client.listLocations, when(may('pos:read') || may('pos:admin'), ALL)).answer?.data ?? [];
  const people = useCall(client.listStaff, when(may('pos:admin'), ALL)).answer?.data ?? [];
  const tills = useCall(client.listTerminals, when(may('pos:admin'), ALL)).answer?.data ?? [];
  return {
    locations,
    people,
    tills,
    location: (id) => nameOf(locations, id) ?? t.someLocation,
    person: (id) => (id === null ? t.ownServer : (nameOf(people, id) ?? t.somePerson)),
    till: (id) => (id === null ? '' : (nameOf(tills, id) ?? t.someTill)),
  };
}

function nameOf(
  all: readonly { readonly id: string; readonly name: string }[],
  id: string | null,
): string | undefined {
  return all.find((one) => one.id === id)?.name;
}

/** Choices of a field or a filter. */
export function choicesOf(
  all: readonly { readonly id: string; readonly name: string }[],
): readonly (readonly [value: string, name: string])[] {
  return all.map(({ id, name }) => [id, name]);
}

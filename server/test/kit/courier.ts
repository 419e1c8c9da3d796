import type { Data, Input, OperationId, Operations } from '@cottontree/contract';
import type { TestService } from './service.ts';

type DriverOperation = {
  readonly [Id in OperationId]: Operations[Id] extends { readonly by: 'driver' } ? Id : never;
}[OperationId];
type ProbeInput<Id extends DriverOperation> = Partial<Input<Operations[Id]>> & {
  readonly idempotencyKey?: string;
};
type Answer<Id extends DriverOperation> = Operations[Id] extends { readonly list: true }
  ? readonly Data<Operations[Id]>[]
  : Data<Operations[Id]>;
type AnyMethod = (input: object) => Promise<{ readonly data: unknown }>;

/** A courier who is signed in, and asks. */
export type Courier = {
  readonly id: string;
  readonly ask: <Id extends DriverOperation>(id: Id, input?: ProbeInput<Id>) => Promise<Answer<Id>>;
};

export async function openCourier(service: TestService, name?: string): Promise<Courier> {
  const { id, client } = await service.courier(name);
  return {
    id,
    ask: async (operation, input = {}) =>
      (await (client[operation] as unknown as AnyMethod)(input)).data as Answer<typeof operation>,
  };
}

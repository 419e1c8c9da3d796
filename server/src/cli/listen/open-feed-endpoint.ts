import { CottontreeError, type Client } from '@cottontree/client';
import type { EventSubscription } from '@cottontree/contract';
import { writeState, type ListenState } from './listen-state.ts';

/** Where nothing can be: the endpoint's messages are polled, never sent there (RFC 2606). */
const NOWHERE = 'https://listen.invalid/hook';

export type FeedEndpoint = {
  readonly file: string;
  readonly state: ListenState;
  readonly forwardTo: string;
  readonly events: readonly EventSubscription[] | null;
};
export type OpenState = ListenState & { readonly endpoint_id: string; readonly secret: string };

/** The listener's endpoint: that of last time, brought up to the events asked for, or a new one. */
export async function openFeedEndpoint(client: Client, wanted: FeedEndpoint): Promise<OpenState> {
  const { state, events } = wanted;
  const { endpoint_id, secret } = state;
  if (endpoint_id === null || secret === null || !(await isThere(client, endpoint_id)))
    return makeEndpoint(client, wanted);
  if (events) await client.updateWebhook({ params: { id: endpoint_id }, body: { events: [...events] } });
  return { ...state, endpoint_id, secret };
}

async function isThere(client: Client, id: string): Promise<boolean> {
  return client.getWebhook({ params: { id } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CottontreeError && error.code === 'WEBHOOK_NOT_FOUND') return false;
      throw error;
    },
  );
}

/** The key of the request is on disk first: cut off at any point, it makes one endpoint in the end. */
async function makeEndpoint(
  client: Client,
  { file, state, forwardTo, events }: FeedEndpoint,
): Promise<OpenState> {
  const fresh = {
    ...state,
    made_with: state.endpoint_id === null ? state.made_with : `${state.made_with}+`,
    endpoint_id: null,
    secret: null,
    cursor: null,
    forwarded: [],
  };
  await writeState(file, fresh);
  const body = {
    url: NOWHERE,
    events: [...(events ?? (['*'] as const))],
    description: `cottontree listen, to ${forwardTo}`.slice(0, 200),
  };
  const { data } = await client.createWebhook({ body, idempotencyKey: fresh.made_with });
  await client.disableWebhook({ params: { id: data.id } });
  const made = { ...fresh, endpoint_id: data.id, secret: data.secret };
  await writeState(file, made);
  return made;
}

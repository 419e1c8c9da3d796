import type { ProbeInput } from '../../../../test/kit/probe.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const URL_OF_NOBODY = 'http://127.0.0.1:65534/hook';
const SINCE = '2026-01-01';

/** What a merchant sends about webhooks. */
export function requests(stage: () => RepeatStage): Repeatables {
  /** Each with a shop of its own, for one has no more than twenty. */
  async function at() {
    const { key, client } = await stage().newShop();
    const { data } = await client.createWebhook({ body: { url: URL_OF_NOBODY, events: ['*'] } });
    return { client, id: data.id, input: { key, params: { id: data.id } } };
  }
  const on = (body?: object) => async (): Promise<ProbeInput> => ({
    ...(await at()).input,
    ...(body ? { body } : {}),
  });

  async function sent(): Promise<ProbeInput> {
    const { client, id, input } = await at();
    const { data } = await client.testWebhook({ params: { id } });
    return { ...input, params: { id: data.delivery_id } };
  }
  async function rotated(): Promise<ProbeInput> {
    const { client, id, input } = await at();
    await client.rotateWebhookSecret({ params: { id }, body: { overlap_hours: 2 } });
    return input;
  }
  async function recovering(): Promise<ProbeInput> {
    const { client, id, input } = await at();
    const { data } = await client.recoverWebhook({ params: { id }, body: { since: SINCE } });
    return { ...input, params: { id: data.job?.id ?? '' } };
  }
  async function faulty(): Promise<ProbeInput> {
    const { id, input } = await at();
    return { key: input.key, body: { endpoint_id: id, mode: 'duplicate', count: 3 } };
  }
  return {
    createWebhook: {
      request: async () => ({
        key: (await stage().newShop()).key,
        body: { url: URL_OF_NOBODY, events: ['*'] },
      }),
      other: { url: URL_OF_NOBODY, events: ['shipping.status.updated'] },
    },
    redeliverWebhookDelivery: { request: sent },
    enableWebhook: { request: on() },
    disableWebhook: { request: on() },
    testWebhook: { request: on({}), other: { event: 'shipping.status.updated' } },
    rotateWebhookSecret: { request: on({ overlap_hours: 2 }), other: { overlap_hours: 3 } },
    promoteWebhookSecret: { request: rotated },
    recoverWebhook: { request: on({ since: SINCE }), other: { since: '2026-02-01' } },
    cancelWebhookJob: { request: recovering, outrun: 'A job that goes on ends.' },
    createWebhookFault: { request: faulty, other: { endpoint_id: 'we_other', mode: 'fail' } },
  };
}

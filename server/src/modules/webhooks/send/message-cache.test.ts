import { expect, test } from 'vitest';
import { createVault } from '../../../kernel/secrets/vault.ts';
import { MESSAGE_SECRET } from '../fan-out/plan-messages.ts';
import { createMessageCache } from './message-cache.ts';

const KEY_BYTES = 32;
const vault = createVault((length) => Buffer.alloc(length, 7), Buffer.alloc(KEY_BYTES, 1));
const stranger = createVault((length) => Buffer.alloc(length, 7), Buffer.alloc(KEY_BYTES, 2));
const keyOf = (message_id: string) => ({
  merchant_id: 'mer_1',
  livemode: false,
  created_at: new Date(0),
  message_id,
});

/** A store of messages that tells which were read. */
function storeOf(sealed: Readonly<Record<string, Buffer>>) {
  const reads: string[][] = [];
  const run = async (_statement: unknown, { ids }: { readonly ids: string[] }) => {
    reads.push(ids);
    return ids.flatMap((id) =>
      sealed[id] ? [{ id, event: 'order.paid', body: sealed[id], trace: null }] : [],
    );
  };
  return { reads, store: { system: { run } } as never };
}

test('a message is read and opened once for all endpoints, and not at all where it was just made', async () => {
  const { store, reads } = storeOf({ msg_old: vault.seal('old', MESSAGE_SECRET) });
  const cache = createMessageCache({ store, vault }, 10_000);
  cache.put('msg_new', { event: 'order.made', body: Buffer.from('new'), trace: '' });
  const keys = ['msg_new', 'msg_old', 'msg_old'].map(keyOf);
  for (let round = 0; round < 2; round += 1)
    expect(Object.fromEntries(await cache.read(keys))).toEqual({
      msg_new: { event: 'order.made', body: Buffer.from('new'), trace: '' },
      msg_old: { event: 'order.paid', body: Buffer.from('old'), trace: '' },
    });
  expect(reads).toEqual([['msg_old']]);
});

test('of a message that is gone there is nothing, and one that cannot be opened says why and keeps no other', async () => {
  const sealed = {
    msg_lost: stranger.seal('lost', MESSAGE_SECRET),
    msg_good: vault.seal('good', MESSAGE_SECRET),
  };
  const cache = createMessageCache({ store: storeOf(sealed).store, vault }, 10_000);
  const found = await cache.read(['msg_gone', 'msg_lost', 'msg_good'].map(keyOf));
  expect([...found.keys()].toSorted()).toEqual(['msg_good', 'msg_lost']);
  expect(found.get('msg_lost')).toMatchObject({ fault: expect.any(Error) });
});

test('it holds so many bytes and no more: what came first goes first', async () => {
  const sealed = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`msg_${at}`, vault.seal(Buffer.alloc(800, 'x'), MESSAGE_SECRET)]),
  );
  const { store, reads } = storeOf(sealed);
  const cache = createMessageCache({ store, vault }, 10_000);
  for (let at = 0; at < 20; at += 1) await cache.read([keyOf(`msg_${at}`)]);
  reads.length = 0;
  await cache.read([keyOf('msg_19'), keyOf('msg_10')]);
  expect(reads).toEqual([]);
  await cache.read([keyOf('msg_9')]);
  expect(reads).toEqual([['msg_9']]);
});

import { statfs } from 'node:fs/promises';
import {
  formatOptionalTime,
  formatTime,
  type Input,
  type Operations,
  type PlatformHealth,
} from '@cottontree/contract';
import type { DispatchCall } from '../../kernel/call/call.ts';
import { operatorRoleOnly } from '../../kernel/call/operators-only.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { readHealth, readNodes } from './health.queries.ts';
import type { Platform } from './module.ts';

/** How the server stands: what waits, the database, the disk, the schema, the nodes. */
export async function getPlatformHealth(
  _input: Input<Operations['getPlatformHealth']>,
  call: DispatchCall,
  { store, world, version, dataDir }: Platform,
): Promise<Reply<PlatformHealth>> {
  operatorRoleOnly(call, 'look at the health of the server');
  const { slow } = store.system;
  const [seen, nodes, disk] = await Promise.all([readHealth(slow), readNodes(slow), diskOf(dataDir)]);
  return reply({
    at: formatTime(world.systemNow()),
    version,
    queues: {
      facts: Number(seen.facts),
      oldest_fact_at: formatOptionalTime(seen.oldest_fact),
      ready: Number(seen.ready),
      oldest_ready_at: formatOptionalTime(seen.oldest_ready),
      delayed: Number(seen.delayed),
      sending: Number(seen.sending),
      notices: Number(seen.notices),
    },
    database: {
      server_version: seen.server_version,
      embedded: dataDir !== null,
      size_bytes: Number(seen.size_bytes),
      connections: seen.connections,
      connections_max: seen.connections_max,
    },
    disk,
    migrations: {
      count: Number(seen.migrations),
      latest: seen.latest,
      applied_at: formatTime(seen.applied_at),
    },
    nodes: nodes.map(({ id, seen_at: seenAt }) => ({ id, seen_at: formatTime(seenAt) })),
  });
}

async function diskOf(dataDir: string | null): Promise<PlatformHealth['disk']> {
  if (dataDir === null) return null;
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

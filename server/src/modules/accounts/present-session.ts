import { formatTime, type OpenSession } from '@cottontree/contract';
import { agentNames } from '../../kernel/web/agent-names.ts';
import type { SessionRecord } from './sessions.queries.ts';

/** A session as whose it is sees it; the one that asks is told apart. */
export function presentSession(
  { id, address, agent, created_at, last_seen_at, expires_at }: SessionRecord,
  asking: string,
): OpenSession {
  return {
    id,
    address,
    ...agentNames(agent),
    current: id === asking,
    created_at: formatTime(created_at),
    last_seen_at: formatTime(last_seen_at),
    expires_at: formatTime(expires_at),
  };
}

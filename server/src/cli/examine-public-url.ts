import type { Ground } from '../ground.ts';
import type { Finding } from './doctor-command.ts';

const DEADLINE_MS = 5_000;

/** Whether links in answers lead to a server that answers. */
export async function examinePublicUrl({ config, context }: Ground): Promise<Finding> {
  const url = `${config.publicUrl}/healthz`;
  if (config.port === 0 && !config.publicUrlGiven)
    return { check: 'public URL', state: 'ok', message: 'PORT=0 picks one at each start' };
  const { status, error, hint } = await context.world.send({
    url,
    method: 'GET',
    headers: {},
    body: Buffer.alloc(0),
    deadlineMs: DEADLINE_MS,
  });
  if (status === 200) return { check: 'public URL', state: 'ok', message: `${config.publicUrl} answers` };
  const reason = status === null ? (hint ?? error ?? 'no answer') : `it answers with status ${status}`;
  return {
    check: 'public URL',
    state: 'warning',
    message: `${url}: ${reason} Is the server running, and does PUBLIC_URL lead to it?`,
  };
}

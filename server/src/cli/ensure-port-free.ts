import { createServer } from 'node:net';
import type { Config } from '../config.ts';

type Place = { readonly port: number; readonly host: string };

/** Throws a sentence where nobody can listen, before anything is made. */
export async function ensurePortsFree({
  port,
  metricsPort,
  host,
  roles,
}: Pick<Config, 'port' | 'metricsPort' | 'host' | 'roles'>): Promise<void> {
  if (roles.http) await ensurePortFree({ port, host }, 'PORT');
  if (metricsPort !== null) await ensurePortFree({ port: metricsPort, host }, 'METRICS_PORT');
}

async function ensurePortFree({ port, host }: Place, variable: string): Promise<void> {
  if (port === 0) return;
  const refused = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const probe = createServer()
      .once('error', resolve)
      .listen({ port, host, exclusive: true }, () => void probe.close(() => resolve(null)));
  });
  if (refused !== null)
    throw new Error(sentenceOf(refused.code, { port, host }, variable), { cause: refused });
}

function sentenceOf(code: string | undefined, { port, host }: Place, variable: string): string {
  const another = `choose another: ${variable}=${port < 60_000 ? port + 1 : 8080}, or ${variable}=0 for any that is free.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken by another program; end that, or ${another}`;
  if (code === 'EACCES') return `This user may not listen on port ${port}; ${another}`;
  return `Nobody can listen on port ${port} of ${host} (${code}); set ${variable} and HOST to something of this machine.`;
}

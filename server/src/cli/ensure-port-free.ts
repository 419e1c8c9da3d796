import { createServer } from 'node:net';

/** Throws a sentence where nobody can listen there, before anything is made. */
export async function ensurePortFree({
  port,
  host,
}: {
  readonly port: number;
  readonly host: string;
}): Promise<void> {
  if (port === 0) return;
  const refused = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const probe = createServer()
      .once('error', resolve)
      .listen({ port, host, exclusive: true }, () => void probe.close(() => resolve(null)));
  });
  if (refused !== null) throw new Error(sentenceOf(refused.code, port, host), { cause: refused });
}

function sentenceOf(code: string | undefined, port: number, host: string): string {
  const another = `choose another: PORT=${port < 60_000 ? port + 1 : 8080}, or PORT=0 for any that is free.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken by another program; end that, or ${another}`;
  if (code === 'EACCES') return `This user may not listen on port ${port}; ${another}`;
  return `Nobody can listen on port ${port} of ${host} (${code}); set PORT and HOST to something of this machine.`;
}

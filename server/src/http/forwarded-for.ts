import type { FastifyInstance } from 'fastify';

/** What some proxies write beside an address: a port (`102.143.7.9:51344`), and brackets about IPv6 (`[2001:db8::7]:443`). */
const WITH_PORT = /^(?:\[([\da-f:.]+)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})$/i;

/** Reads the addresses of `X-Forwarded-For` without the ports that some proxies write there, for which no address would be one. */
export function forwardedWithoutPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const header = raw.headers['x-forwarded-for'];
    if (header !== undefined) raw.headers['x-forwarded-for'] = addressesAlone(String(header));
  });
}

/** The addresses of such a header, each as it stands without port and brackets. */
function addressesAlone(header: string): string {
  return header
    .split(',')
    .map((entry) => {
      const [, bracketed, plain] = WITH_PORT.exec(entry.trim()) ?? [];
      return bracketed ?? plain ?? entry.trim();
    })
    .join(', ');
}

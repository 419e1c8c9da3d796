import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of a shop on a host of its own: what it says, and the policy it comes with. */
export type ShopPage = { readonly html: string; readonly policy?: string; readonly type?: string };

export type ShopSite = AsyncDisposable & {
  /** `http://localhost:…`, another site than the service's 127.0.0.1; or 127.0.0.1 too, another origin of its site. */
  readonly origin: string;
  readonly put: (path: string, page: ShopPage) => void;
};

/** The policy that docs/widgets.md promises to do with: scripts, calls, frames and pictures of the server, and nothing else. */
export function strictPolicy(server: string): string {
  return `default-src 'none'; script-src ${server}; connect-src ${server}; frame-src ${server}; img-src ${server} data:`;
}

/** A merchant's own web site. */
export async function openShopSite(host: 'localhost' | '127.0.0.1' = 'localhost'): Promise<ShopSite> {
  const pages = new Map<string, ShopPage>();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    response.writeHead(page ? 200 : 404, {
      'content-type': page?.type ?? 'text/html; charset=utf-8',
      ...(page?.policy ? { 'content-security-policy': page.policy } : {}),
    });
    response.end(page?.html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    put: (path, page) => pages.set(path, page),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

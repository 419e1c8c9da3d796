import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const GZIP_BYTES_MAX = 3_200;

/** What this checkout's apps call, and what the package has. */
const ENTRIES = { checkout: '../src/index.ts', package: '../src/resources/create-client.ts' };

/** The bundle as a page loads it, with or without the table of operations. */
async function bundle(table: 'with' | 'without', entry: keyof typeof ENTRIES): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL(ENTRIES[entry], import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    plugins:
      table === 'with'
        ? []
        : [
            {
              name: 'no-table',
              setup: ({ onLoad }) =>
                onLoad({ filter: /methods\.gen\.ts$/ }, () => ({
                  contents: 'export const methods = {};',
                  loader: 'ts',
                })),
            },
          ],
  });
  return result.outputFiles[0]?.text ?? '';
}

test.each(['checkout', 'package'] as const)(
  'the client of the %s is small enough for a page',
  async (entry) => {
    const core = await bundle('without', entry);
    const whole = await bundle('with', entry);
    const [coreBytes, wholeBytes] = [gzipSync(core).length, gzipSync(whole).length];
    console.info(
      `client of the ${entry}: core ${coreBytes} bytes gzip, with the table of operations ${wholeBytes}`,
    );
    expect(core).toContain('NETWORK_ERROR');
    expect(whole).toContain('/shipping/quote');
    expect(core).not.toContain('/shipping/quote');
    expect(coreBytes).toBeLessThan(GZIP_BYTES_MAX);
  },
);

test('no schema and no error table comes with it', async () => {
  expect(await bundle('with', 'package')).not.toMatch(/properties|additionalProperties|SERVICE_UNAVAILABLE/);
});

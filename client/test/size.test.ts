import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const GZIP_BYTES_MAX = 3_000;

/** The bundle as a page loads it, with or without the table of operations. */
async function bundle(table: 'with' | 'without'): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
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

test('the client is small enough for a page', async () => {
  const core = await bundle('without');
  const whole = await bundle('with');
  const [coreBytes, wholeBytes] = [gzipSync(core).length, gzipSync(whole).length];
  console.info(`client: core ${coreBytes} bytes gzip, with the table of operations ${wholeBytes}`);
  expect(core).toContain('NETWORK_ERROR');
  expect(whole).toContain('/shipping/quote');
  expect(core).not.toContain('/shipping/quote');
  expect(coreBytes).toBeLessThan(GZIP_BYTES_MAX);
});

test('no schema and no error table comes with it', async () => {
  expect(await bundle('with')).not.toMatch(/properties|additionalProperties|SERVICE_UNAVAILABLE/);
});

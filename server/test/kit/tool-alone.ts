import { expect } from 'vitest';
import type { AloneDevice, AloneTab } from '../../../web/tools/test/alone-tool.ts';
import { bundledVersions, DAY_MS, SENT_MS_MAX, type ToolOpening, type ToolPage } from './tool-page.ts';

/** Of the browser's world, so it is read as the browser's: when it is run. */
const DEVICE = new URL('../../../web/tools/test/alone-device.ts', import.meta.url).pathname;

/** A tool without a browser: its own outbox, its own calls, on a disk in memory. Fast enough for a thousand outages. */
export async function openToolAlone({ origin, driver, config }: ToolOpening): Promise<ToolPage> {
  const { createDevice } = (await import(DEVICE)) as { readonly createDevice: () => AloneDevice };
  const device = createDevice();
  const scripts = await bundledVersions(driver, 'none');
  let version = 0;
  let tab = await begin(0);

  function begin(offMs: number): Promise<AloneTab> {
    return device.begin({ script: scripts(version), config, origin, offMs });
  }
  const call = async <T>(name: string, ...values: readonly unknown[]): Promise<T> =>
    (await tab.call(name, values)) as T;
  const state = () => call<{ readonly phase: string; readonly unsent: number }>('state');
  const isWriting = () => expect.poll(async () => (await state()).phase).not.toBe('elsewhere');
  const beginAgain = async (): Promise<void> => {
    tab.kill();
    tab = await begin(0);
  };
  const goOnInAnother = async (offMs: number): Promise<void> => {
    const before = tab;
    tab = await begin(offMs);
    await call('takeOver');
    await isWriting();
    before.kill();
  };
  await isWriting();
  return {
    call,
    async happen(event) {
      if (event === 'reload' || event === 'kill') await beginAgain();
      if (event === 'take over') await goOnInAnother(0);
      if (event === 'update') {
        version += 1;
        const before = tab;
        tab = await begin(0);
        await isWriting();
        before.kill();
      }
      if (event === 'clock ahead') await goOnInAnother(DAY_MS);
      if (event === 'clock behind') await goOnInAnother(-DAY_MS);
      await isWriting();
    },
    async limitDisk(bytes) {
      device.disk.isFull = bytes !== null;
      if (bytes !== null) await beginAgain();
      await isWriting();
    },
    async sendAll() {
      await call('sendNow');
      await expect.poll(async () => (await state()).unsent, { interval: 10, timeout: SENT_MS_MAX }).toBe(0);
    },
    async [Symbol.asyncDispose]() {
      tab.kill();
    },
  };
}

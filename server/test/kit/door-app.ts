import type { Page } from 'playwright-core';
import type { LookedAt, TestBrowser } from './browser.ts';
import type { TestMerchant, TestService } from './service.ts';

export const DOOR_SIZES = Object.freeze({
  phone: { width: 360, height: 740 },
  tablet: { width: 1_180, height: 820 },
});

/** What a ticket was told, and how long that took. */
export type Told = { readonly title: string; readonly text: string; readonly ms: number };

/** A phone at a door in a browser, paired. */
export type DoorApp = LookedAt & {
  readonly deviceId: string;
  /** As a scanner in the hand types it; answered is what the screen says then. */
  readonly scan: (code: string) => Promise<Told>;
  readonly next: () => Promise<void>;
  /** Scans and makes room for the next. */
  readonly pass: (code: string) => Promise<Told>;
};

type Opening = {
  readonly browser: TestBrowser;
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly eventId: string;
  readonly name?: string;
  readonly gate?: string;
  readonly role?: 'steward' | 'supervisor';
  /** How far the phone's clock runs ahead. */ readonly aheadMs?: number;
  /** Where the browser finds the service; default: where it is. */ readonly origin?: string;
};

/** Pairs a browser with an event, by the address behind the QR code that the dashboard shows. */
export async function openDoorApp(opening: Opening): Promise<DoorApp> {
  const { browser, service, shop, eventId, name = 'Door 1', gate, role = 'steward', aheadMs = 0 } = opening;
  const { data: device } = await shop.client.createScannerDevice({
    params: { id: eventId },
    body: { name, role, ...(gate === undefined ? {} : { gate }) },
  });
  const address = `${opening.origin ?? new URL(service.baseUrl).origin}/scan`;
  const looked = await browser.look(aheadMs === 0 ? `${address}#pair=${device.pairing_code}` : address);
  const { page } = looked;
  await page.setViewportSize(DOOR_SIZES.phone);
  if (aheadMs !== 0) {
    await page.addInitScript(`{ const told = Date.now; Date.now = () => told() + ${aheadMs}; }`);
    await page.reload();
    await page.getByLabel('Pairing code').fill(device.pairing_code);
    await page.getByRole('button', { name: 'Pair', exact: true }).click();
  }
  await waitForTickets(page);
  return { ...looked, deviceId: device.id, ...scannerOf(page) };
}

/** Until the phone knows the tickets of its event. */
export async function waitForTickets(page: Page): Promise<void> {
  await page.getByText(/tickets? (are )?on this phone, as of/).waitFor();
}

/** A scanner in the hand at a page: all keys at once, as the machine of the test is slower than any scanner. */
export function scannerOf(page: Page): Pick<DoorApp, 'scan' | 'next' | 'pass'> {
  const scan = async (code: string): Promise<Told> => (await page.evaluate(TYPE_AND_WAIT(code))) as Told;
  const next = async (): Promise<void> => {
    await page.evaluate(`document.querySelector('.answer .white')?.click()`);
    await page.locator('.answer').waitFor({ state: 'detached' });
  };
  return {
    scan,
    next,
    async pass(code) {
      const told = await scan(code);
      await next();
      return told;
    },
  };
}

/** Runs in the page: from the last key to the answer on the screen. */
const TYPE_AND_WAIT = (code: string): string => `new Promise((resolve) => {
  const before = document.querySelector('.answer-said')?.textContent;
  const startedMs = performance.now();
  const watch = new MutationObserver(() => look());
  const look = () => {
    const said = document.querySelector('.answer-said');
    if (!said || said.textContent === before) return;
    watch.disconnect();
    requestAnimationFrame(() => resolve({
      title: said.querySelector('h1').textContent,
      text: [...said.querySelectorAll('p')].map((one) => one.textContent).join('|'),
      ms: performance.now() - startedMs,
    }));
  };
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  let at = performance.now();
  for (const key of [...${JSON.stringify(code)}, 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: (at += 1) });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }
})`;

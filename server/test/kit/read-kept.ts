import type { Page } from 'playwright-core';

/** All that a browser keeps of a page's site, as text: databases and both storages. */
export async function readKept(page: Page): Promise<string> {
  return (await page.evaluate(READ_ALL)) as string;
}

const READ_ALL = `(async () => {
  const asked = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const kept = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name } of await indexedDB.databases()) {
    const db = await asked(indexedDB.open(name));
    for (const store of db.objectStoreNames) kept.push([name, store, await asked(db.transaction(store).objectStore(store).getAll())]);
    db.close();
  }
  return JSON.stringify(kept);
})()`;

import { client, isEnded } from '../data/api.ts';
import { keepRecords, type DoorDatabase } from '../data/door-store.ts';
import { takeManifest } from '../manifest/book.ts';
import { isSignInTrouble } from './trouble.ts';
import { book, bookVersion, door, head, network } from './signals.ts';

const EVERY_MS = 15_000;
const SOON_MS = 2_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<boolean> | null = null;

/** Reads what was kept, then asks for what has changed, again and again. */
export async function openManifest(db: DoorDatabase): Promise<void> {
  const [kept, records] = await Promise.all([db.get('notes', 'head'), db.getAll('tickets')]);
  book.put(records);
  head.value = (kept as typeof head.value | undefined) ?? null;
  bookVersion.value += 1;
  keepAsking(db);
}

function keepAsking(db: DoorDatabase): void {
  clearTimeout(timer);
  void askAgainAfter(refreshManifest(db), db);
}

async function askAgainAfter(refreshed: Promise<boolean>, db: DoorDatabase): Promise<void> {
  const isWhole = await refreshed;
  timer = setTimeout(() => keepAsking(db), isWhole ? EVERY_MS : SOON_MS);
}

/** Asks for all that has changed; answers whether everything is here. Whoever asks while it runs waits for the same. */
export function refreshManifest(db: DoorDatabase): Promise<boolean> {
  running ??= refresh(db)
    .catch((error: unknown) => {
      if (isSignInTrouble(error)) isEnded.value = true;
      return head.value?.isWhole ?? false;
    })
    .finally(() => (running = null));
  return running;
}

async function refresh(db: DoorDatabase): Promise<boolean> {
  if (isEnded.value || network.value?.isReachable.value === false) return head.value !== null;
  for (;;) if (!(await takeNext(db))) return true;
}

/** Takes one answer in; answers whether more follows at once. */
async function takeNext(db: DoorDatabase): Promise<boolean> {
  const { cursor } = head.value ?? {};
  const answer = await ask(cursor);
  const taken = takeManifest({ head: head.value, book }, answer);
  await keepRecords(db, { ...taken, isFull: answer.full });
  if (answer.full) book.clear();
  book.put(taken.records);
  head.value = taken.head;
  bookVersion.value += 1;
  return answer.has_more;
}

async function ask(cursor: string | undefined) {
  const params = { id: door.value?.event.id ?? '' };
  const query = { typed_codes: true, names: true };
  try {
    const { data } = await client.getScanManifestAtDoor({
      params,
      query: cursor === undefined ? query : { ...query, cursor },
    });
    return data;
  } catch (error) {
    // A server that does not take the place any more gives everything anew.
    if (cursor === undefined || (error as { readonly code?: unknown }).code !== 'VALIDATION_ERROR')
      throw error;
    return (await client.getScanManifestAtDoor({ params, query })).data;
  }
}

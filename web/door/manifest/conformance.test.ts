import { readFile } from 'node:fs/promises';
import type { ScanDirection, ScanManifest } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { createBook, takeManifest, type KeptHead } from './book.ts';
import { judgeTicket, NOTHING_OWN, type Own } from './judge-ticket.ts';
import { namesOfTyped, openName, seeCode } from './verify-code.ts';

type Step = {
  readonly text: string;
  readonly now: string;
  readonly gate?: string;
  readonly direction?: ScanDirection;
  readonly says: { readonly result: string; readonly code: string | null; readonly name: string | null };
};
type Vectors = {
  readonly manifests: Readonly<Record<string, ScanManifest>>;
  readonly doors: readonly {
    readonly what: string;
    readonly manifests: readonly string[];
    readonly steps: readonly Step[];
  }[];
};
const vectors = JSON.parse(
  await readFile(new URL('../../../docs/conformance/manifest-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

/** A door with nothing around it: what it says to each code, one after the other. */
function openDoor(manifests: readonly ScanManifest[]) {
  const book = createBook();
  let head: KeptHead | null = null;
  for (const manifest of manifests) {
    const taken = takeManifest({ head, book }, manifest);
    if (manifest.full) book.clear();
    book.put(taken.records);
    head = taken.head;
  }
  if (head === null) throw new Error('A door needs a manifest.');
  const known: KeptHead = head;
  const own = new Map<string, Own>();
  return async ({
    text,
    gate = null,
    direction = 'in',
    now,
  }: Omit<Step, 'gate'> & { gate?: string | null }) => {
    const rejected = (code: string, name: string | null = null) => ({ result: 'rejected', code, name });
    const seen = await seeCode(text, { eventId: known.event.id, keys: known.keys });
    if (seen.kind === 'refused') return rejected(seen.code);
    const record =
      seen.kind === 'signed'
        ? book.find(seen.hash)
        : book.findTyped(await namesOfTyped(seen.typed, { eventId: known.event.id, salts: known.salts }));
    if (seen.kind === 'typed' && record === null) return rejected('TICKET_NOT_FOUND');
    const hash = seen.kind === 'signed' ? seen.hash : (record?.hash ?? '');
    const name =
      seen.kind === 'signed' && record?.sealedName ? await openName(record.sealedName, seen.signature) : null;
    const mine = own.get(hash) ?? NOTHING_OWN;
    const { refusal } = judgeTicket(known, {
      hash,
      record,
      ticket: seen.kind === 'signed' ? seen.ticket : null,
      own: mine,
      direction,
      gate,
      nowMs: Date.parse(now),
    });
    if (refusal !== null) return rejected(refusal, name);
    const step = direction === 'out' ? { entries: 0, inside: -1 } : { entries: 1, inside: 1 };
    own.set(hash, {
      entries: mine.entries + step.entries,
      inside: mine.inside + step.inside,
      firstAtMs: mine.firstAtMs ?? Date.parse(now),
    });
    const result = direction === 'out' ? 'exited' : record === null ? 'unverified' : 'admitted';
    return { result, code: null, name };
  };
}

test.each(vectors.doors.map((door) => [door.what, door] as const))(
  'without a network the app says what every door must say: %s',
  async (_what, { manifests, steps }) => {
    const judge = openDoor(manifests.flatMap((name) => vectors.manifests[name] ?? []));
    for (const step of steps)
      expect({ text: step.text, says: await judge(step) }).toEqual({ text: step.text, says: step.says });
    expect(steps.length).toBeGreaterThan(0);
  },
);

test('a browser without Ed25519 of its own comes to the same by other means', async () => {
  const [door] = vectors.doors;
  const [good, ...rest] = door?.steps ?? [];
  const forged = rest.find(
    ({ says }) => says.code === 'INVALID_TICKET_CODE' && good && says.code !== good.says.code,
  );
  const { keys, event } = vectors.manifests['whole'] as ScanManifest;
  const { subtle } = crypto;
  const { importKey } = subtle;
  subtle.importKey = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
  try {
    expect((await seeCode(good?.text ?? '', { eventId: event.id, keys })).kind).toBe('signed');
    const bent = (good?.text ?? '').replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await seeCode(bent, { eventId: event.id, keys })).kind).toBe('refused');
    expect(forged).toBeDefined();
  } finally {
    subtle.importKey = importKey;
  }
});

import type { Asked, Found } from './decoder.ts';

/** Reads the code in a frame; null: there is none to be read. */
export type Detect = (image: ImageData) => Promise<string | null>;
/** qr: what we print for tickets and pairing. all: bar codes on goods, too. */
export type Codes = 'qr' | 'all';

/** The browser's own, where it has one; the compiler does not know it. */
type Detector = { detect(image: ImageData): Promise<readonly { readonly rawValue: string }[]> };
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

const WANTED: Readonly<Record<Codes, readonly string[]>> = {
  qr: ['qr_code'],
  all: ['qr_code', 'ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf'],
};

/** The quickest reader that this browser has for these codes. What it has itself weighs nothing; ours is loaded only where it has none. */
export async function openDetect(codes: Codes): Promise<Detect> {
  return (await ofBrowser(codes)) ?? (codes === 'qr' ? ofQr() : ofWorker());
}

/** Frames without a code, about two seconds, until the stronger reader is fetched: most codes never need it. */
const MISSED_FRAMES_MAX = 12;

/** The small reader first, and where it finds nothing for a while, the strong one as well: for codes that are bent, blurred or far. */
async function ofQr(): Promise<Detect> {
  const small = await ofSmall().catch(() => null);
  let strong: Detect | null = small ? null : ofWorker();
  let missed = 0;
  return async (image) => {
    const code = (await small?.(image)) ?? null;
    missed = code === null ? missed + 1 : 0;
    if (missed >= MISSED_FRAMES_MAX) strong ??= ofWorker();
    return code ?? strong?.(image) ?? null;
  };
}

async function ofBrowser(codes: Codes): Promise<Detect | null> {
  const Class = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const supported = (await Class?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = WANTED[codes].filter((format) => supported.includes(format));
  if (!Class || !formats.includes('qr_code') || (codes === 'all' && !formats.includes('ean_13'))) return null;
  const detector = new Class({ formats });
  return async (image) => (await detector.detect(image))[0]?.rawValue ?? null;
}

async function ofSmall(): Promise<Detect> {
  const { decodeQR } = await import('qr/decode.js');
  return async (image) => {
    try {
      return decodeQR(image);
    } catch {
      // It throws where there is nothing to be read.
      return null;
    }
  };
}

/** A frame takes a slow phone a second; whoever is silent for so long never answers. */
const ANSWER_MS_MAX = 10_000;
/** A worker that could not be fetched or fell silent is begun anew, but not with every frame. */
const BEGIN_EVERY_MS = 10_000;

function ofWorker(): Detect {
  let reader: Reader | null = beginReader();
  let begunMs = performance.now();
  return async (image) => {
    if (reader === null && performance.now() - begunMs >= BEGIN_EVERY_MS) {
      reader = beginReader();
      begunMs = performance.now();
    }
    const asked = reader;
    const code = (await asked?.read(image)) ?? null;
    if (asked?.isBroken() && reader === asked) reader = null;
    return code;
  };
}

type Reader = { readonly read: Detect; readonly isBroken: () => boolean };

function beginReader(): Reader {
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (code: string | null) => void>();
  let asked = 0;
  let isBroken = false;
  const end = (): void => {
    isBroken = true;
    worker.terminate();
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data: { id, code } }: MessageEvent<Found>) => {
    waiting.get(id)?.(code);
    waiting.delete(id);
  });
  worker.addEventListener('error', end);
  const read: Detect = async (image) => {
    if (isBroken) return null;
    asked += 1;
    const id = asked;
    const answered = new Promise<string | null>((resolve) => waiting.set(id, resolve));
    worker.postMessage({ id, image } satisfies Asked, { transfer: [image.data.buffer] });
    const late = setTimeout(end, ANSWER_MS_MAX);
    return answered.finally(() => clearTimeout(late));
  };
  return { read, isBroken: () => isBroken };
}

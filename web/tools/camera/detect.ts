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

async function ofBrowser(codes: Codes): Promise<Detect | null> {
  const Class = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const supported = (await Class?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = WANTED[codes].filter((format) => supported.includes(format));
  if (!Class || !formats.includes('qr_code') || (codes === 'all' && !formats.includes('ean_13'))) return null;
  const detector = new Class({ formats });
  return async (image) => (await detector.detect(image))[0]?.rawValue ?? null;
}

async function ofQr(): Promise<Detect> {
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

function ofWorker(): Detect {
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (code: string | null) => void>();
  let asked = 0;
  worker.addEventListener('message', ({ data: { id, code } }: MessageEvent<Found>) => {
    waiting.get(id)?.(code);
    waiting.delete(id);
  });
  worker.addEventListener('error', () => {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  });
  return (image) =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      worker.postMessage({ id: asked, image } satisfies Asked, { transfer: [image.data.buffer] });
    });
}

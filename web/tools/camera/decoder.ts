import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** What the page asks of this worker: the frame, and by which number it knows its answer. */
export type Asked = { readonly id: number; readonly image: ImageData };
export type Found = { readonly id: number; readonly code: string | null };

/** Codes on goods, and those that we print. */
const FORMATS = [
  'EAN13',
  'EAN8',
  'UPCA',
  'UPCE',
  'Code128',
  'Code39',
  'ITF',
  'QRCode',
  'DataMatrix',
] as const;

// Script and program are of one version, and both come from here.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

addEventListener('message', ({ data: { id, image } }: MessageEvent<Asked>) => {
  void readBarcodes(image, { formats: [...FORMATS], maxNumberOfSymbols: 1 }).then(
    ([found]) => postMessage({ id, code: found?.text ?? null } satisfies Found),
    () => postMessage({ id, code: null } satisfies Found),
  );
});

import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { PaperWidth } from './slip.ts';

type OnPaper = { readonly text: string; readonly width: PaperWidth };

/** What stands on the page while the browser prints. */
export const onPaper = signal<OnPaper | null>(null);

/** As `app.css` sets it. */
const LINE_MM = 3.5;
const EDGES_MM = 8;
/** A page that is too low by the breadth of a hair is followed by an empty one. */
const SPARE_MM = 1;

export function Paper(): VNode | null {
  if (onPaper.value === null) return null;
  const { text, width } = onPaper.value;
  return <pre class={`paper of-${width}`}>{text}</pre>;
}

/** Through the browser's own print window, on whatever it knows. */
export async function printText(text: string, width: PaperWidth): Promise<void> {
  onPaper.value = { text, width };
  const lines = text.trimEnd().split('\n').length;
  const setUp = setPageSize(width, Math.ceil(lines * LINE_MM + EDGES_MM + SPARE_MM));
  await document.fonts.load('10px "Geist Mono Variable"').catch(() => undefined);
  // Browsers that do not wait for the print window tell when it is over.
  addEventListener(
    'afterprint',
    () => {
      onPaper.value = null;
      setUp.undo();
    },
    { once: true },
  );
  requestAnimationFrame(() => print());
}

/** No browser knows a height that follows from the text: with `auto` it takes a sheet for letters. */
function setPageSize(width: PaperWidth, heightMm: number): { readonly undo: () => void } {
  if (!('adoptedStyleSheets' in document)) return { undo: () => undefined };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${width}mm ${heightMm}mm; margin: 0; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return {
    undo() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

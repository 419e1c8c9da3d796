import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import './toast.css';

type Toast = {
  readonly id: number;
  readonly text: string;
  readonly act?: { readonly name: string; readonly run?: () => void; readonly href?: string };
};

const SHOWN_MS = 8_000;
const SHOWN_MAX = 3;
const shown = signal<readonly Toast[]>([]);
let made = 0;

/** Says what was done, where it can be undone or followed; errors stay where they happened. */
export function toast(text: string, act?: Toast['act']): void {
  made += 1;
  const id = made;
  shown.value = [...shown.value, { id, text, ...(act ? { act } : {}) }].slice(-SHOWN_MAX);
  setTimeout(() => drop(id), SHOWN_MS);
}

function drop(id: number): void {
  shown.value = shown.value.filter((one) => one.id !== id);
}

/** Where they stand; once in an app. */
export function Toasts(): VNode {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map(({ id, text, act }) => (
        <div class="toast" key={id}>
          <span class="grow">{text}</span>
          {act?.href !== undefined && (
            <a href={act.href} onClick={() => drop(id)}>
              {act.name}
            </a>
          )}
          {act?.run && (
            <button
              type="button"
              onClick={() => {
                drop(id);
                act.run?.();
              }}
            >
              {act.name}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

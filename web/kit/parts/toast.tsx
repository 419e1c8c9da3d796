import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { common } from '../text/common.ts';
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
  const id = show(text, act);
  setTimeout(() => drop(id), SHOWN_MS);
}

/** Says why something was not done, where the place in which it was pressed is gone by then; until somebody closes it. */
export function toastRefusal(text: string): void {
  show(text, { name: common.close });
}

function show(text: string, act?: Toast['act']): number {
  made += 1;
  shown.value = [...shown.value, { id: made, text, ...(act ? { act } : {}) }].slice(-SHOWN_MAX);
  return made;
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
          {act && act.href === undefined && (
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

import type { Signal } from '@preact/signals';
import { wordsOf } from '../format/words.ts';
import type { FormFaults, FormValues } from './values.ts';

/** How a form stands in the page: which of its fields are there, and how what is wrong is seen. */
export type InThePage = {
  /** Its element. */
  readonly at: { current: HTMLFormElement | null };
  /** Says that a field is there, until what it answers is called. */
  readonly stand: (path: string) => () => void;
  /** Without the fields that were there and no longer are. */
  readonly asked: (values: FormValues) => FormValues;
  /** Shows what is wrong, and goes to the first of it. */
  readonly show: (found: FormFaults) => void;
};

export function inThePage(faults: Signal<FormFaults>): InThePage {
  const counts = new Map<string, number>();
  const at: InThePage['at'] = { current: null };
  const count = (path: string, by: number): void => void counts.set(path, (counts.get(path) ?? 0) + by);
  return {
    at,
    stand(path) {
      count(path, 1);
      return () => count(path, -1);
    },
    asked: (values) => Object.fromEntries(Object.entries(values).filter(([path]) => counts.get(path) !== 0)),
    show(found) {
      faults.value = found;
      if (Object.keys(found).length === 0) return;
      // A page behind a dialog may have a field of the same name.
      queueMicrotask(() => goToFirst(found, at.current ?? document));
      setTimeout(() => tellUnseen(faults, found, at.current));
    },
  };
}

/** Goes to the first field that is wrong, as people read it. */
function goToFirst(faults: FormFaults, room: ParentNode): void {
  const fields = room.querySelectorAll<HTMLElement>('[name]');
  const field = [...fields].find((one) => (one.getAttribute('name') ?? '') in faults);
  // What is folded away is opened: a fault that nobody sees is none.
  for (let box = field?.closest('details'); box; box = box.parentElement?.closest('details')) box.open = true;
  field?.focus();
}

/** What is wrong with a field that the page has not stands above the acts, where it is told nowhere else. */
function tellUnseen(faults: Signal<FormFaults>, found: FormFaults, at: HTMLElement | null): void {
  if (!at || faults.value !== found) return;
  const unseen = Object.entries(found).filter(
    ([path, fault]) =>
      path !== '' &&
      !at.querySelector(`[name="${CSS.escape(path)}"]`) &&
      !(at.textContent ?? '').includes(fault),
  );
  if (unseen.length === 0) return;
  const told = unseen.map(([path, fault]) => `${wordsOf(path)}: ${fault}`);
  faults.value = { ...found, '': [found[''] ?? '', ...told].filter(Boolean).join(' ') };
}

import type { CottontreeError } from '@cottontree/client';
import { signal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { account, membership, mode } from '../data/session.ts';
import { forgetKept, putOver, readKept, takenOut, writeKept } from './kept.ts';
import { inThePage, type InThePage } from './in-the-page.ts';
import type { FieldLimits, FormLimits } from './limits.ts';
import {
  bodyOf,
  faultsIn,
  faultsOf,
  limitsAt,
  type FieldOf,
  type FieldValue,
  type FormFaults,
  type FormValues,
  type WordsFor,
} from './values.ts';

export type FormState = {
  readonly values: Signal<FormValues>;
  readonly faults: Signal<FormFaults>;
  readonly changed: Signal<boolean>;
  /** Whether what stands here was typed earlier and kept. */
  readonly restored: Signal<boolean>;
  /** What a page says that the form begins with, as it knows it now. */
  readonly offered: { current: FormValues };
  readonly limitsOf: (path: string) => FieldLimits;
  readonly get: (path: string) => FieldValue;
  readonly text: (path: string) => string;
  readonly set: (path: string, value: FieldValue) => void;
  /** Puts these in the place of all that the form holds. */
  readonly setAll: (values: FormValues) => void;
  /** A field that stood in the page and no longer does is neither checked nor sent. */
  readonly stand: InThePage['stand'];
  readonly at: InThePage['at'];
  /** Looks at every field; the first that is wrong is gone to. */
  readonly check: () => boolean;
  /** Shows what a page itself finds wrong; the first field of it is gone to. */
  readonly show: InThePage['show'];
  /** Puts the refusal of the server at its fields. */
  readonly refuse: (error: CottontreeError) => void;
  /** The body to send: what was filled in, by the contract's types; nested as the paths say. */
  readonly body: () => Record<string, unknown>;
  /** What differs from the beginning alone, for a change; what was emptied is null. */
  readonly changes: () => Record<string, unknown>;
  /** What the form began with. */
  readonly begun: () => FormValues;
  /** Whether these fields are as they were when the form began. */
  readonly begunWith: (values: FormValues) => boolean;
  /** While what it holds is under way: what is typed meanwhile is not in the answer, and stays when the form begins anew. */
  readonly sending: (under: boolean) => void;
  /** Begins anew, with other values where there are any. */
  readonly reset: (values?: FormValues) => void;
  /** Forgets what was kept on this device: it was sent. */
  readonly forget: () => void;
};

type FormOptions = {
  readonly limits: FormLimits;
  readonly initial?: FormValues;
  /** Where on this device what is typed is kept until it is sent, so that nothing is lost. */
  readonly keep?: string;
  /** Fields that hold secrets: what is typed there is never kept. */
  readonly secret?: readonly string[];
  /** Where its fields are not those of the API: at which of them a refusal stands. */
  readonly fieldOf?: FieldOf;
  /** Where a refusal is said in words of the page. */
  readonly wordsFor?: WordsFor;
};

/** Holds what is typed in a form, checks it by the contract's limits, and shows refusals where they belong. */
export function useForm(options: FormOptions): FormState {
  const form = useMemo(() => createForm(options), [options.keep]);
  form.offered.current = options.initial ?? {};
  return form;
}

/** The same without a component, for editors that hold several. */
export function createForm({ limits, initial = {}, keep, secret = [], ...told }: FormOptions): FormState {
  const at = keep === undefined ? null : ownKey(keep);
  const kept = at === null ? null : readKept(at);
  let beginning = initial;
  let sent: FormValues | null = null;
  const values = signal<FormValues>(kept === null ? initial : putOver(initial, kept));
  const faults = signal<FormFaults>({});
  const changed = signal(kept !== null);
  const restored = signal(kept !== null);
  const get = (path: string): FieldValue => values.value[path] ?? null;
  const { at: element, stand, asked, show } = inThePage(faults);
  // The rest is read anew, and may be somebody else's by then.
  const typed = (): FormValues => differing(values.value, beginning);
  const keepTyped = (): void =>
    keepOpenly(at, changed.value ? { ...takenOut(values.value, beginning), ...typed() } : {}, secret);
  function hold(next: FormValues, wrong: FormFaults): void {
    values.value = next;
    changed.value = true;
    faults.value = wrong;
    keepTyped();
  }
  function begin(next: FormValues): void {
    const since = sent === null ? {} : differing(values.value, sent);
    beginning = next;
    if (sent !== null) sent = next;
    values.value = { ...next, ...since };
    changed.value = Object.keys(since).length > 0;
    restored.value = false;
    keepTyped();
  }

  return {
    values,
    faults,
    changed,
    restored,
    stand,
    at: element,
    offered: { current: initial },
    get,
    limitsOf: (path) => limitsAt(limits, path),
    text: (path) => textOf(get(path)),
    set(path, value) {
      const { [path]: _gone, '': _whole, ...others } = faults.value;
      hold({ ...values.value, [path]: value }, others);
    },
    setAll: (next) => hold(next, {}),
    check() {
      const found = faultsOf(asked(values.value), limits);
      show(found);
      return Object.keys(found).length === 0;
    },
    show,
    refuse: (error) => show(faultsIn(error, values.value, told)),
    body: () => bodyOf(values.value, { limits, paths: Object.keys(asked(values.value)), empty: 'left out' }),
    changes: () => bodyOf(values.value, { limits, paths: Object.keys(asked(typed())), empty: 'null' }),
    begun: () => beginning,
    begunWith: (others) => isIn(beginning, others),
    reset(next = beginning) {
      begin(next);
      faults.value = {};
    },
    sending(under) {
      sent = under ? values.value : null;
    },
    forget: () => begin(sent ?? values.value),
  };
}

/** What was typed is its person's: the next one on this device sees nothing of it. */
function ownKey(keep: string): string {
  return [account.value?.id ?? '', membership.value?.merchant_id ?? '', mode.value, keep].join('/');
}

function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value : '';
}

function isIn(values: FormValues, others: FormValues): boolean {
  return Object.entries(others).every(
    ([path, value]) => JSON.stringify(value) === JSON.stringify(values[path]),
  );
}

function differing(values: FormValues, from: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([path, value]) => value !== from[path]));
}

/** Keeps what was typed beside the secrets; forgets what was kept where there is nothing. */
function keepOpenly(at: string | null, typed: FormValues, secret: readonly string[]): void {
  if (at === null) return;
  const open = Object.entries(typed).filter(([path]) => !secret.includes(path));
  if (open.length === 0) forgetKept(at);
  else writeKept(at, Object.fromEntries(open));
}

import { CottontreeError } from '@cottontree/client';
import { RefreshCw } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { queries } from '../data/queries.ts';
import { useUnseen } from '../data/unseen.ts';
import { wordsOf } from '../format/words.ts';
import { Button } from '../parts/button.tsx';
import { Form, FormActs, RestoredNote } from '../parts/form.tsx';
import { Note } from '../parts/note.tsx';
import { common } from '../text/common.ts';
import { useFresh } from './use-fresh.ts';
import type { FormState } from './use-form.ts';
import type { FormValues } from './values.ts';

/** If-Match of a change; nothing for what is new, or where somebody decided to write over it. */
export type Matching = { readonly ifMatch?: string };

type ThingFormProps = {
  readonly form: FormState;
  readonly label: string;
  readonly save: string;
  /** Of what is changed; null for what is new. */
  readonly etag?: string | null | undefined;
  readonly onSave: (matching: Matching) => Promise<unknown>;
  /** What stands there by now, where somebody else was faster. */
  readonly fresh?: () => Promise<FormValues>;
  readonly acts?: ComponentChildren;
  readonly sticky?: boolean;
  /** Whoever may not change it reads it. */
  readonly readOnly?: boolean;
  readonly children: ComponentChildren;
};

/** The form of one thing: refusals at their fields; where somebody else changed it meanwhile, what they wrote beside a choice. */
export function ThingForm(props: ThingFormProps): VNode {
  const { form, label, save, onSave, fresh, acts, sticky = false, children } = props;
  const saving = useSaving(form, props.etag, fresh);
  if (props.readOnly)
    return (
      <fieldset class="choices" disabled>
        <legend class="hidden-text">{label}</legend>
        {children}
      </fieldset>
    );
  return (
    <Form form={form} label={label} onSubmit={() => saving.save(onSave)}>
      <RestoredNote form={form} />
      {children}
      {saving.theirs}
      <div class={sticky ? 'sticky-acts' : ''}>
        <FormActs form={form} save={save} busy={saving.busy} always={props.etag === undefined}>
          {acts}
        </FormActs>
      </div>
    </Form>
  );
}

type Work = (matching: Matching) => Promise<unknown>;

/** Saves on the version that writing began with; where somebody else was faster, what they wrote beside a choice is `theirs`. */
export function useSaving(
  form: FormState,
  etag: string | null | undefined,
  fresh?: () => Promise<FormValues>,
): {
  readonly busy: boolean;
  readonly save: (work: Work) => Promise<void>;
  readonly theirs: VNode | null;
  /** Why it was not saved. */
  readonly refusal: CottontreeError | null;
} {
  const held = useFresh(form, etag);
  const [late, setLate] = useState<{ readonly theirs: FormValues; readonly work: Work } | null>(null);
  const [refusal, setRefusal] = useState<CottontreeError | null>(null);
  const { busy, send } = useQuietSending(form);
  const press = useUnseen();
  const under = useRef(false);

  async function go(work: Work, matching: Matching): Promise<CottontreeError | null> {
    setLate(null);
    const refused = await send(() => work(matching));
    setRefusal(refused);
    if (refused?.code !== 'PRECONDITION_FAILED' || !fresh) return refused;
    const theirs = await fresh().catch(() => null);
    // What they wrote cannot be read now: the refusal stands, and saving once more asks again.
    if (theirs === null) return refused;
    // What somebody changed beside these fields is no reason to ask.
    if (matching.ifMatch !== undefined && form.begunWith(theirs)) return go(work, {});
    // The choice tells it, with what they wrote.
    form.faults.value = {};
    setLate({ theirs, work });
    return refused;
  }
  async function goOnce(work: Work, matching: Matching): Promise<void> {
    if (under.current) return;
    under.current = true;
    const tellUnseen = press({ standsInPage: true });
    const refused = await go(work, matching).finally(() => (under.current = false));
    if (refused) tellUnseen(refused);
  }
  function takeTheirs(theirs: FormValues): void {
    form.reset(theirs);
    setLate(null);
    void queries.invalidateQueries();
  }
  const theirs = late && (
    <Theirs
      form={form}
      theirs={late.theirs}
      useMine={() => void goOnce(late.work, {})}
      useTheirs={() => takeTheirs(late.theirs)}
    />
  );
  const save = (work: Work): Promise<void> => goOnce(work, held ? { ifMatch: held } : {});
  return { busy, save, theirs, refusal };
}

type Sending = {
  readonly busy: boolean;
  readonly send: (work: () => Promise<unknown>) => Promise<CottontreeError | null>;
};

/** Sends what a form holds: a refusal stands at its fields, and is answered; what the pages show is asked for again. */
export function useSending(form: FormState): Sending {
  const { busy, send } = useQuietSending(form);
  const press = useUnseen();
  return {
    busy,
    async send(work) {
      const tellUnseen = press({ standsInPage: true });
      const refused = await send(work);
      if (refused) tellUnseen(refused);
      return refused;
    },
  };
}

/** The same, where whoever sends tells what became of it. */
function useQuietSending(form: FormState): Sending {
  const [busy, setBusy] = useState(false);
  async function send(work: () => Promise<unknown>): Promise<CottontreeError | null> {
    setBusy(true);
    form.sending(true);
    try {
      await work();
      form.forget();
      void queries.invalidateQueries();
      return null;
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      form.refuse(error);
      return error;
    } finally {
      form.sending(false);
      setBusy(false);
    }
  }
  return { busy, send };
}

/** What somebody else wrote meanwhile, beside the choice. */
export function Theirs({
  form,
  theirs,
  useMine,
  useTheirs,
}: {
  readonly form: FormState;
  readonly theirs: FormValues;
  readonly useMine: () => void;
  readonly useTheirs: () => void;
}): VNode {
  const differing = Object.entries(theirs).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(form.values.value[name]),
  );
  return (
    <Note meaning="wait" icon={RefreshCw} said>
      <p>{common.changedElsewhere}</p>
      <ul>
        {differing.map(([name, value]) => (
          <li>
            {labelOf(name)}: <b>{saidOf(value)}</b>
          </li>
        ))}
      </ul>
      <div class="row wrap note-acts">
        <Button size="s" onClick={useTheirs}>
          {common.useTheirs}
        </Button>
        <Button size="s" onClick={useMine}>
          {common.useMine}
        </Button>
      </div>
    </Note>
  );
}

/** What the page calls a field. */
function labelOf(name: string): string {
  const field = document.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  return field?.labels?.[0]?.firstChild?.textContent ?? wordsOf(name);
}

function saidOf(value: FormValues[string] | undefined): string {
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text === '' ? common.emptyNow : text;
}

/** What a form sends: its fields are declared by the limits of that very operation's body, so it has that form. */
export function asBody(values: Readonly<Record<string, unknown>>): never {
  return values as never;
}

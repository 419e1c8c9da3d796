import { CircleAlert } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { FormState } from '../form/use-form.ts';
import { offlineSince } from '../data/network.ts';
import { common } from '../text/common.ts';
import { Button } from './button.tsx';
import { Note } from './note.tsx';
import './form.css';

type FormProps = {
  readonly form: FormState;
  readonly onSubmit: () => Promise<unknown> | void;
  readonly children: ComponentChildren;
  readonly label?: string;
};

/** A form: checked before it is sent, once however often it is pressed; what the server refuses stands at its field or above its acts. */
export function Form({ form, onSubmit, children, label }: FormProps): VNode {
  // A second press may come before the page says that the first is under way.
  const under = useRef(false);
  async function send(): Promise<void> {
    if (under.current || !form.check()) return;
    under.current = true;
    try {
      await onSubmit();
    } finally {
      under.current = false;
    }
  }
  return (
    <form
      ref={form.at}
      class="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
    </form>
  );
}

/** What is wrong with the whole of it. */
export function FormFault({ form }: { readonly form: FormState }): VNode | null {
  const fault = form.faults.value[''];
  return fault === undefined ? null : (
    <Note meaning="bad" icon={CircleAlert}>
      {fault}
    </Note>
  );
}

/** That what stands here was typed earlier, and the way to begin anew. */
export function RestoredNote({ form }: { readonly form: FormState }): VNode | null {
  if (!form.restored.value) return null;
  return (
    <Note meaning="move">
      {common.draftKept}{' '}
      <button type="button" class="link" onClick={() => form.reset()}>
        {common.startOver}
      </button>
    </Note>
  );
}

/** The acts of a form; the main one says why it cannot be pressed. */
export function FormActs({
  form,
  save,
  busy = false,
  children,
  always = false,
}: {
  readonly form: FormState;
  readonly save: string;
  readonly busy?: boolean;
  readonly children?: ComponentChildren;
  /** It can be sent as it stands; else only once something was changed. */
  readonly always?: boolean;
}): VNode {
  const off = offlineSince.value !== null ? common.offlineMore : false;
  return (
    <div class="form-acts">
      <FormFault form={form} />
      <div class="row wrap">
        {children}
        <span class="grow" />
        {!always && form.changed.value && <span class="small faint">{common.unsaved}</span>}
        <Button type="submit" kind="primary" busy={busy} off={off}>
          {save}
        </Button>
      </div>
    </div>
  );
}

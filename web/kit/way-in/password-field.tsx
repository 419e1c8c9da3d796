import { Eye, EyeOff } from 'lucide';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { FormState } from '../form/use-form.ts';
import { Icon } from '../parts/icon.tsx';
import { Input } from '../parts/input.tsx';
import { wayInTexts as t } from './texts.ts';

/** A password, that can be looked at. */
export function PasswordField({
  form,
  name,
  label,
  autocomplete,
  hint,
  autofocus,
}: {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly hint?: string;
  readonly autofocus?: boolean;
}): VNode {
  const id = useId();
  const [shown, setShown] = useState(false);
  const fault = form.faults.value[name];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class={`input-frame ${fault ? 'wrong' : ''}`}>
        <Input
          id={id}
          name={name}
          class="input bare"
          type={shown ? 'text' : 'password'}
          value={form.text(name)}
          autocomplete={autocomplete}
          autofocus={autofocus}
          aria-invalid={fault !== undefined}
          aria-describedby={fault || hint ? `${id}-more` : undefined}
          onText={(text) => form.set(name, text)}
        />
        <button
          type="button"
          class="plain-button"
          aria-label={shown ? t.hidePassword : t.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
        </button>
      </span>
      {(fault ?? hint) && (
        <small id={`${id}-more`} class={fault ? 'fault' : ''} role={fault ? 'alert' : undefined}>
          {fault ?? hint}
        </small>
      )}
    </div>
  );
}

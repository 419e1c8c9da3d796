import type { AccountProvider } from '@cottontree/contract';
import type { VNode } from 'preact';
import type { FormState } from '../../../kit/form/use-form.ts';
import { wordsOf } from '../../../kit/format/words.ts';
import { TextField } from '../../../kit/parts/fields.tsx';
import { providerFields } from './provider-fields.ts';
import { providerTexts as t } from './texts.ts';

/** What the provider gave, and how it is reached; of what is kept, the ends are shown. */
export function AccessFields({
  form,
  provider,
  kept = {},
}: {
  readonly form: FormState;
  readonly provider: AccountProvider;
  readonly kept?: Readonly<Record<string, string>>;
}): VNode {
  const { credentials, settings } = providerFields[provider];
  return (
    <div class="fields two">
      {credentials.map((name) => (
        <TextField
          key={name}
          form={form}
          name={`credentials.${name}`}
          label={wordsOf(name)}
          type="password"
          autocomplete="new-password"
          mono
          {...(kept[name] === undefined ? {} : { hint: t.ends(kept[name]) })}
        />
      ))}
      {settings.map((name) => (
        <TextField key={name} form={form} name={`settings.${name}`} label={wordsOf(name)} mono />
      ))}
    </div>
  );
}

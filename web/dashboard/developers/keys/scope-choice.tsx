import type { VNode } from 'preact';
import { may } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { groupTexts } from './scope-texts.ts';
import { keyTexts as t } from './key-texts.ts';
import { scopeGroups, scopesOfPerson, wordsOfScope } from './scopes.ts';

/** The rights in groups, each in words beside its name; what the person lacks cannot be given on. */
export function ScopeChoice({ form }: { readonly form: FormState }): VNode {
  const held = form.get('scopes');
  const chosen = Array.isArray(held) ? (held as readonly string[]) : [];
  const all = chosen.includes('*');
  const own = scopesOfPerson();
  const fault = form.faults.value['scopes'];
  const set = (next: readonly string[]): void => form.set('scopes', next);
  return (
    <fieldset class="scopes">
      <legend>{t.scopes}</legend>
      {!may('*') && (
        <div>
          <Button size="s" onClick={() => set(chosen.length === own.length ? [] : own)}>
            {chosen.length === own.length ? t.tickNone : t.tickAll}
          </Button>
        </div>
      )}
      {may('*') && (
        <label class="scope whole">
          <input
            type="checkbox"
            class="check"
            name="scopes"
            checked={all}
            onChange={(event) => set(event.currentTarget.checked ? ['*'] : [])}
          />
          <span>
            {t.allScopes} <code>*</code>
            <small>{t.allScopesHint}</small>
          </span>
        </label>
      )}
      {!all &&
        scopeGroups.map(([group, members]) => (
          <ScopeGroup name={groupTexts[group]} members={members} chosen={chosen} set={set} />
        ))}
      {fault !== undefined && (
        <small class="fault" role="alert">
          {fault}
        </small>
      )}
    </fieldset>
  );
}

function ScopeGroup({
  name,
  members,
  chosen,
  set,
}: {
  readonly name: string;
  readonly members: readonly string[];
  readonly chosen: readonly string[];
  readonly set: (next: readonly string[]) => void;
}): VNode {
  return (
    <section>
      <h2 class="small">{name}</h2>
      {members.map((scope) => {
        const own = may(scope);
        return (
          <label key={scope} class="scope" title={own ? undefined : t.notHeld}>
            <input
              type="checkbox"
              class="check"
              name="scopes"
              checked={chosen.includes(scope)}
              disabled={!own}
              onChange={(event) =>
                set(event.currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
              }
            />
            <span>
              {wordsOfScope(scope)}
              <small>
                <code>{scope}</code>
                {own ? '' : ` ${t.notHeld}`}
              </small>
            </span>
          </label>
        );
      })}
    </section>
  );
}

import { limits } from 'form:createWebhook';
import type { VNode } from 'preact';
import type { FormState } from '../../../kit/form/use-form.ts';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { hookTexts as t } from './hook-texts.ts';

const all = (limits['events[]']?.options ?? []).filter((one) => one !== '*');
const sortOf = (subscription: string): string => subscription.split('.')[0] ?? '';
const sorts = [...new Set(all.map(sortOf))];

/** Which kinds of events: the usual ones, or those that are ticked. */
export function EventsChoice({ form }: { readonly form: FormState }): VNode {
  const held = form.get('events');
  const chosen = Array.isArray(held) ? (held as readonly string[]) : [];
  const usual = chosen.includes('*');
  const fault = form.faults.value['events'];
  return (
    <fieldset class="scopes">
      <legend>{t.events}</legend>
      <Segmented
        label={t.events}
        options={[
          ['usual', t.usual],
          ['chosen', t.chosen],
        ]}
        value={usual ? 'usual' : 'chosen'}
        onChange={(next) => form.set('events', next === 'usual' ? ['*'] : [])}
      />
      {usual ? (
        <small class="faint">{t.usualHint}</small>
      ) : (
        sorts.map((sort) => (
          <Sort key={sort} sort={sort} chosen={chosen} set={(next) => form.set('events', next)} />
        ))
      )}
      {fault !== undefined && (
        <small class="fault" role="alert">
          {fault}
        </small>
      )}
    </fieldset>
  );
}

function Sort({
  sort,
  chosen,
  set,
}: {
  readonly sort: string;
  readonly chosen: readonly string[];
  readonly set: (next: readonly string[]) => void;
}): VNode {
  const whole = `${sort}.*`;
  const members = all.filter((one) => sortOf(one) === sort);
  const ticked = members.filter((one) => chosen.includes(one)).length;
  return (
    <details class="sort" open={ticked > 0}>
      <summary>
        <b>{sort}</b>
        {ticked > 0 && <span class="tag good">{ticked}</span>}
      </summary>
      <div>
        {members.map((one) => (
          <label class="scope">
            <input
              type="checkbox"
              class="check"
              name="events"
              checked={chosen.includes(one)}
              onChange={(event) =>
                set(event.currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
            />
            <span>{one === whole ? t.allOf(sort) : <code>{one}</code>}</span>
          </label>
        ))}
      </div>
    </details>
  );
}

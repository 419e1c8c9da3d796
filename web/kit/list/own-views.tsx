import { Plus, X } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { membership, mode } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { common } from '../text/common.ts';
import type { Query } from './address.ts';

/** A name for what a list is narrowed to. */
export type SavedView = { readonly name: string; readonly query: Query; readonly hot?: boolean };

export type OwnViews = {
  readonly views: readonly SavedView[];
  readonly add: (view: SavedView) => void;
  readonly drop: (name: string) => void;
};

/** The views that somebody made of a list; kept on this device, for each shop and mode. */
export function useOwnViews(operation: string): OwnViews {
  const at = `ct.views.${operation}.${membership.value?.merchant_id ?? ''}.${mode.value}`;
  const [views, setViews] = useState<readonly SavedView[]>(() => readViews(at));
  function write(next: readonly SavedView[]): void {
    localStorage.setItem(at, JSON.stringify(next));
    setViews(next);
  }
  return {
    views,
    add: (view) => write([...views.filter(({ name }) => name !== view.name), view]),
    drop: (name) => write(views.filter((view) => view.name !== name)),
  };
}

function readViews(at: string): readonly SavedView[] {
  try {
    return JSON.parse(localStorage.getItem(at) ?? '[]') as readonly SavedView[];
  } catch {
    return [];
  }
}

const NAME_MAX = 40;

/** Keeps what the list is narrowed to under a name, or lets go of the own view that is shown. */
export function KeepView({
  own,
  query,
  known,
}: {
  readonly own: OwnViews;
  /** What the list is narrowed to now. */
  readonly query: Query;
  /** Whether a view stands for it already. */
  readonly known: SavedView | undefined;
}): VNode | null {
  const [asking, setAsking] = useState(false);
  const [name, setName] = useState('');
  if (known)
    return own.views.includes(known) ? (
      <button type="button" onClick={() => own.drop(known.name)}>
        <Icon of={X} size="s" /> {common.dropView(known.name)}
      </button>
    ) : null;
  if (Object.keys(query).length === 0) return null;
  const keep = (): void => {
    if (name.trim() === '') return;
    own.add({ name: name.trim(), query });
    setAsking(false);
    setName('');
  };
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        <Icon of={Plus} size="s" /> {common.saveView}
      </button>
      {asking && (
        <Dialog
          title={common.saveView}
          onClose={() => setAsking(false)}
          acts={
            <Button kind="primary" onClick={keep} off={name.trim() === '' && common.required}>
              {common.save}
            </Button>
          }
        >
          <form
            onSubmit={(event) => {
              event.preventDefault();
              keep();
            }}
          >
            <label class="field">
              <span>{common.viewName}</span>
              <input
                class="input"
                value={name}
                maxLength={NAME_MAX}
                onInput={(event) => setName(event.currentTarget.value)}
              />
              <small>{common.viewKept}</small>
            </label>
          </form>
        </Dialog>
      )}
    </>
  );
}

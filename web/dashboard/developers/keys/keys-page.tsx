import { KeyRound, Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import { dateText, momentText, nearText } from '../../../kit/format/time.ts';
import { List, type RowOf } from '../../../kit/list/list-page.tsx';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import type { Column } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { isAlive, shownKey, unusedDays, UNUSED_DAYS, type Key } from './key.ts';
import { RevokeKey, RotateKey } from './key-acts.tsx';
import { KeyHint } from './key-hint.tsx';
import { KeyShown, type NewKey } from './key-shown.tsx';
import { keyTexts as t } from './key-texts.ts';
import { shortScopes } from './scopes.ts';

type Asking = { readonly act: 'rotate' | 'revoke'; readonly key: Key } | null;

const HINTS_MAX = 3;

/** Who may call the API as this shop: each key, what it may do, when it was used, and the end of it. */
export function KeysPage(): VNode {
  const [asking, ask] = useState<Asking>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const makers = useMakers();
  const close = (): void => ask(null);
  return (
    <DevPage
      title={placeTexts.keys}
      lead={t.lead}
      acts={
        may('keys:write') && (
          <ButtonLink kind="primary" icon={Plus} href={at('/developers/keys/new')}>
            {t.create}
          </ButtonLink>
        )
      }
    >
      {!may('keys:read') ? (
        <NotAllowed scope="keys:read" />
      ) : (
        <>
          <List
            operation={client.listKeys}
            label={placeTexts.keys}
            keyOf={({ id }) => id}
            isDim={(key) => !isAlive(key)}
            columns={columnsFor(ask, makers)}
            empty={<NoKeys />}
            nothing={t.noMatch}
          />
          <Hints revoke={(key) => ask({ act: 'revoke', key })} />
        </>
      )}
      {asking?.act === 'rotate' && <RotateKey of={asking.key} onClose={close} onMade={setMade} />}
      {asking?.act === 'revoke' && <RevokeKey of={asking.key} onClose={close} />}
      {made && <KeyShown made={made} onDone={() => setMade(null)} />}
    </DevPage>
  );
}

const ACTS_MAX = 100;

/** Who made each key, by its id, as far as the list of what was done reaches and may be read. */
function useMakers(): ReadonlyMap<string, string> {
  const asked = (operation: string) =>
    may('activity:read') ? { query: { operation, limit: ACTS_MAX } } : null;
  const { answer: made } = useCall(client.listActivity, asked('createKey'));
  const { answer: rotated } = useCall(client.listActivity, asked('rotateKey'));
  const acts = [...(made?.data ?? []), ...(rotated?.data ?? [])];
  return new Map(acts.flatMap(({ thing, actor }) => (thing && actor.name ? [[thing, actor.name]] : [])));
}

function columnsFor(
  ask: (asking: Asking) => void,
  makers: ReadonlyMap<string, string>,
): readonly Column<RowOf<'listKeys'>>[] {
  return [
    {
      key: 'name',
      title: t.name,
      phone: 1,
      cell: (key) => (
        <>
          <b>{key.name || t.unnamed}</b>
          <small>{key.kind === 'public' ? t.public : t.secret}</small>
        </>
      ),
    },
    {
      key: 'key',
      title: t.key,
      phone: 3,
      cell: (key) => <span class="mono">{shownKey(key)}</span>,
    },
    { key: 'may', title: t.may, phone: 3, cell: (key) => <May of={key} /> },
    { key: 'used', title: t.lastUsed, phone: 2, cell: (key) => <LastUsed of={key} /> },
    {
      key: 'made',
      title: t.made,
      cell: ({ id, created_at: made }) => (
        <span class="quiet">{[makers.get(id), dateText(made)].filter(Boolean).join(', ')}</span>
      ),
    },
    {
      key: 'acts',
      title: '',
      right: true,
      phone: 4,
      cell: (key) =>
        isAlive(key) ? (
          may('keys:write') && (
            <span class="row key-acts">
              <Button size="s" onClick={() => ask({ act: 'rotate', key })}>
                {t.rotate}
              </Button>
              <Button size="s" kind="danger" onClick={() => ask({ act: 'revoke', key })}>
                {t.revoke}
              </Button>
            </span>
          )
        ) : (
          <Status of="key" status={key.revoked_at === null ? 'expired' : 'revoked'} />
        ),
    },
  ];
}

const TAGS_MAX = 4;

function May({ of: key }: { readonly of: Key }): VNode {
  if (key.kind === 'public') return <span class="small">{t.publicMay}</span>;
  if (key.scopes.includes('*')) return <Tag>{t.everything}</Tag>;
  const short = shortScopes(key.scopes);
  if (short.length === 0) return <span class="small">{t.nothing}</span>;
  return (
    <span class="tags" title={key.scopes.join(', ')}>
      {short.slice(0, TAGS_MAX).map((scope) => (
        <Tag mono>{scope}</Tag>
      ))}
      {short.length > TAGS_MAX && <span class="small faint">+{short.length - TAGS_MAX}</span>}
    </span>
  );
}

function LastUsed({ of: key }: { readonly of: Key }): VNode {
  const days = unusedDays(key);
  return (
    <>
      <span title={key.last_used_at ? momentText(key.last_used_at) : undefined}>
        {key.last_used_at === null ? t.never : nearText(key.last_used_at)}
      </span>
      {isAlive(key) && key.expires_at !== null ? (
        <small>{t.endsAt(nearText(key.expires_at))}</small>
      ) : (
        isAlive(key) && days >= UNUSED_DAYS && <small>{t.unusedFor(days)}</small>
      )}
    </>
  );
}

/** Keys that may do everything are the ones to narrow. */
function Hints({ revoke }: { readonly revoke: (key: Key) => void }): VNode | null {
  const { answer } = useCall(client.listKeys, { query: { limit: 100 } });
  const wide = (answer?.data ?? []).filter((key) => isAlive(key) && key.scopes.includes('*'));
  if (wide.length === 0 || !may('keys:write')) return null;
  return (
    <div class="stack hints">
      {wide.slice(0, HINTS_MAX).map((key) => (
        <KeyHint key={key.id} of={key} revoke={() => revoke(key)} />
      ))}
    </div>
  );
}

function NoKeys(): VNode {
  return (
    <Empty
      title={t.emptyTitle}
      text={t.emptyText}
      steps={[t.emptySteps1, t.emptySteps2, t.emptySteps3]}
      acts={
        may('keys:write') && (
          <>
            <ButtonLink kind="primary" icon={KeyRound} href={at('/developers/keys/new')}>
              {t.create}
            </ButtonLink>
            {mode.value === 'live' && <ButtonLink href={at('/developers', 'test')}>{t.tryTest}</ButtonLink>}
          </>
        )
      }
    />
  );
}

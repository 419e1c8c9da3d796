import type { AnswerOf } from '@cottontree/client';
import { ShieldCheck } from 'lucide';
import type { VNode } from 'preact';
import { dateText } from '../../../kit/format/time.ts';
import { Icon } from '../../../kit/parts/icon.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { common } from '../../../kit/text/common.ts';
import { Samples } from '../samples.tsx';
import { StoredDialog } from '../stored-dialog.tsx';
import { keyTexts as t } from './key-texts.ts';
import { callFor, shortScopes } from './scopes.ts';

export type NewKey = AnswerOf<'createKey'>['data'];

/** The key, once: what it may do, a call that works, and no way on before it is stored. */
export function KeyShown({ made, onDone }: { readonly made: NewKey; readonly onDone: () => void }): VNode {
  return (
    <StoredDialog
      title={t.shownTitle(made.name || t.unnamed)}
      text={common.shownOnce}
      secret={made.key}
      onDone={onDone}
    >
      <p class="key-may small quiet">
        <Icon of={ShieldCheck} size="s" />
        <span>
          <KeyMay made={made} />
        </span>
      </p>
      {made.kind === 'secret' && (
        <Samples
          call={{ method: 'GET', path: callFor(made.scopes) }}
          apiKey={made.key}
          languages={['curl', 'node', 'php', 'python']}
        />
      )}
    </StoredDialog>
  );
}

/** In one sentence: what, from where, how long. */
function KeyMay({ made }: { readonly made: NewKey }): VNode {
  const { kind, scopes, origins, ip_ranges: ranges, expires_at: expires } = made;
  const from = [
    ...(origins.length > 0 ? [t.fromPages(origins.join(', '))] : []),
    ...(ranges.length > 0 ? [t.fromRanges(ranges.join(', '))] : []),
  ];
  return (
    <>
      {kind === 'public' ? (
        t.mayPublic
      ) : scopes.includes('*') ? (
        t.mayAll
      ) : (
        <>
          {t.mayOnly}{' '}
          {shortScopes(scopes).map((scope) => (
            <Tag mono>{scope}</Tag>
          ))}
        </>
      )}
      , {from.length > 0 ? from.join(', ') : t.fromAnywhere},{' '}
      {expires === null ? t.noExpiry : t.until(dateText(expires))}
    </>
  );
}

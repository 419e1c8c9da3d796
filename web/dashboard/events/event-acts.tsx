import { Copy, RotateCcw, ScanLine, Trash2, Undo2 } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { may } from '../../kit/data/session.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DuplicateDialog, RemoveDialog } from './copy-dialogs.tsx';
import type { EventData, EventDialogProps } from './event-data.ts';
import { CompleteDialog, PublishDialog, ReopenDialog, UnpublishDialog } from './status-dialogs.tsx';
import { PairDialog } from './pair-dialog.tsx';
import { doorTexts } from './door-texts.ts';
import { eventTexts as t } from './texts.ts';

type Asking = 'pair' | 'publish' | 'unpublish' | 'cancel' | 'complete' | 'reopen' | 'duplicate' | 'remove';

/** What can be done with the whole of an event; what it leads to is told first. */
export function EventActs({
  event,
  etag,
}: {
  readonly event: EventData;
  readonly etag: string | null;
}): VNode | null {
  const [asking, ask] = useState<Asking | null>(null);
  if (!may('events:write')) return null;
  const { status, total_tickets_sold: sold, tickets_held: held, start_date } = event;
  const isOpen = status === 'draft' || status === 'published';
  return (
    <>
      {status === 'draft' && (
        <Button kind="primary" onClick={() => ask('publish')}>
          {t.publish}
        </Button>
      )}
      {status === 'published' && (
        <Button icon={ScanLine} onClick={() => ask('pair')}>
          {doorTexts.pair}
        </Button>
      )}
      <Menu
        items={[
          { name: t.duplicate, icon: Copy, onClick: () => ask('duplicate') },
          status === 'published' && {
            name: t.unpublish,
            icon: Undo2,
            off: sold + held > 0 && t.unpublishOff,
            onClick: () => ask('unpublish'),
          },
          status === 'published' &&
            Date.parse(start_date) <= Date.now() && { name: t.complete, onClick: () => ask('complete') },
          status === 'completed' && { name: t.reopen, icon: RotateCcw, onClick: () => ask('reopen') },
          isOpen && { name: t.cancel, danger: true, onClick: () => ask('cancel') },
          status === 'draft' && {
            name: t.remove,
            icon: Trash2,
            danger: true,
            onClick: () => ask('remove'),
          },
        ]}
      />
      {asking && <Asked asking={asking} event={event} etag={etag} close={() => ask(null)} />}
    </>
  );
}

function Asked({ asking, ...props }: EventDialogProps & { readonly asking: Asking }): VNode {
  if (asking === 'pair') return <PairDialog {...props} />;
  if (asking === 'publish') return <PublishDialog {...props} />;
  if (asking === 'unpublish') return <UnpublishDialog {...props} />;
  if (asking === 'cancel') return <CancelDialog {...props} />;
  if (asking === 'complete') return <CompleteDialog {...props} />;
  if (asking === 'reopen') return <ReopenDialog {...props} />;
  if (asking === 'duplicate') return <DuplicateDialog {...props} />;
  return <RemoveDialog {...props} />;
}

import { X } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../parts/button.tsx';
import { common } from '../text/common.ts';
import './list-page.css';

type BulkBarProps = {
  readonly count: number;
  readonly clear: () => void;
  readonly children: ComponentChildren;
};

/** What can be done to those that are selected, as long as any is. */
export function BulkBar({ count, clear, children }: BulkBarProps): VNode | null {
  if (count === 0) return null;
  return (
    <div class="bulk" role="toolbar" aria-label={common.selected(count)}>
      <span>{common.selected(count)}</span>
      <i />
      {children}
      <i />
      <Button kind="ghost" icon={X} label={common.close} onClick={clear} />
    </div>
  );
}

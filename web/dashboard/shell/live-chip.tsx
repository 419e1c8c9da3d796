import { CloudOff, TimerReset } from 'lucide';
import type { VNode } from 'preact';
import { live } from '../../kit/data/live.ts';
import { offlineSince } from '../../kit/data/network.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { shellTexts as t } from './texts.ts';

/** Said while what others change is not heard of at once. */
export function LiveChip(): VNode | null {
  const isOffline = offlineSince.value !== null;
  if (!isOffline && live.value !== 'gone') return null;
  return (
    <span class="live-chip" role="status" title={isOffline ? undefined : t.everyMinuteMore}>
      <Icon of={isOffline ? CloudOff : TimerReset} size="s" />
      {isOffline ? t.offline : t.everyMinute}
    </span>
  );
}

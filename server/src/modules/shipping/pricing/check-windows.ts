import { formatTime } from '@cottontree/contract';

export type TimeWindow = { readonly start: Date; readonly end: Date };
export type WindowsInput = {
  readonly pickup: TimeWindow | null;
  readonly delivery: TimeWindow | null;
  readonly now: Date;
};

export type WindowProblem = {
  /** 400 when a window breaks its own limits, 422 when the time it names cannot be met. */
  readonly code: 'VALIDATION_ERROR' | 'INVALID_TIME_WINDOW';
  readonly path: string;
  /** Continues a sentence that begins with the field's name. */
  readonly message: string;
};

const minuteMs = 60_000;
const lengthMinMs = 30 * minuteMs;
const aheadMaxMs = 30 * 24 * 60 * minuteMs;
/** Clocks differ and requests take time. */
const pastToleranceMs = 5 * minuteMs;

/** What is wrong with the asked windows (at least 30 minutes, from now to 30 days ahead, delivery not before pickup), or null. */
export function checkWindows({ pickup, delivery, now }: WindowsInput): WindowProblem | null {
  return (
    checkWindow('pickup', pickup, now) ??
    checkWindow('delivery', delivery, now) ??
    checkOrder(pickup, delivery)
  );
}

function checkWindow(end: 'pickup' | 'delivery', window: TimeWindow | null, now: Date): WindowProblem | null {
  if (window === null) return null;
  const path = (edge: 'start' | 'end') => `${end}_window_${edge}`;
  if (window.end.getTime() - window.start.getTime() < lengthMinMs) {
    return {
      code: 'VALIDATION_ERROR',
      path: path('end'),
      message: `must be at least 30 minutes after ${path('start')}`,
    };
  }
  if (window.end.getTime() > now.getTime() + aheadMaxMs)
    return { code: 'VALIDATION_ERROR', path: path('end'), message: 'must be at most 30 days ahead' };
  if (window.start.getTime() >= now.getTime() - pastToleranceMs) return null;
  return {
    code: 'INVALID_TIME_WINDOW',
    path: path('start'),
    message: `must not lie in the past; it is ${formatTime(now)}`,
  };
}

function checkOrder(pickup: TimeWindow | null, delivery: TimeWindow | null): WindowProblem | null {
  if (pickup === null || delivery === null || delivery.end > pickup.start) return null;
  return {
    code: 'INVALID_TIME_WINDOW',
    path: 'delivery_window_end',
    message: 'must be after pickup_window_start',
  };
}

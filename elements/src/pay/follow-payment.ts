import { call, pause, WidgetError, type Server } from '../core/call.ts';

export type FollowedPayment = {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string;
  readonly channel: string;
  readonly description: string | null;
  readonly reference: string | null;
  readonly livemode: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly client_secret: string | null;
  readonly pay_url: string;
};

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'expired']);
const WAIT_SECONDS = 25;
const AGAIN_MS = 2_000;

export function hasEnded({ status }: Pick<FollowedPayment, 'status'>): boolean {
  return ENDED.has(status);
}

/**
 * Asks the server until the payment has ended, whatever the frame says; answers it, or null when the signal ends first. A
 * network that goes away is waited for.
 */
export async function followPayment(
  server: Server,
  payment: FollowedPayment,
  signal: AbortSignal,
): Promise<FollowedPayment | null> {
  const clientSecret = payment.client_secret ?? '';
  let seen = payment;
  while (!signal.aborted && !hasEnded(seen)) {
    const path = `/payments/${payment.id}?wait=${WAIT_SECONDS}&since_version=${seen.version}`;
    try {
      seen = await call<FollowedPayment>(server, { path, clientSecret, signal });
    } catch (error) {
      if (error instanceof WidgetError && error.code === 'PAYMENT_NOT_FOUND') throw error;
      await pause(AGAIN_MS, signal);
    }
  }
  return hasEnded(seen) ? seen : null;
}

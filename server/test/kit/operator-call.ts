import type { DispatchCall } from '../../src/kernel/call/call.ts';
import type { TestService } from './service.ts';

/** A call of an operator whose reach is every merchant, unless the input says otherwise; for handlers called without the door. */
export function operatorCall(service: TestService, input: Partial<DispatchCall> = {}): DispatchCall {
  return {
    requestId: 'req_test',
    sessionId: 'ses_test',
    operator: { id: 'usr_hawa', name: 'Hawa Bangura', role: 'operator' },
    reach: null,
    now: service.server.runtime.context.world.now(),
    idempotency: null,
    ifMatch: null,
    ...input,
  };
}

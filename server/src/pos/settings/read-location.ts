import type { Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure, invalid } from '../../core/failure.ts';
import { readPhone } from '../../core/read-phone.ts';
import type { LocationTerms } from './locations.queries.ts';

type Wish = Input<Operations['updateLocation']>['body'];

/** What a location is to be after a wish: what the wish leaves out stays as it was. */
export function readLocation(body: Wish, before: LocationTerms, call: Call): LocationTerms {
  const isDefault = body.is_default ?? before.is_default;
  const isActive = body.is_active ?? before.is_active;
  if (before.is_default && !isDefault)
    throw keepsDefault('not_default', 'Make another location the default instead.');
  if (before.is_default && !isActive)
    throw keepsDefault('inactive', 'Make another the default before you switch it off.');
  if (isDefault && !isActive)
    throw invalid({ path: 'is_default', message: 'cannot be a location that is not active' });
  return {
    name: body.name ?? before.name,
    code: body.code ?? before.code,
    address: body.address === undefined ? before.address : body.address,
    phone: readOptionalPhone(body.phone, before, call),
    receipt_lines: body.receipt_lines ?? before.receipt_lines,
    is_default: isDefault,
    is_active: isActive,
    updated_at: call.now,
  };
}

export function keepsDefault(to: 'not_default' | 'inactive' | 'deleted', advice: string): Failure {
  return new Failure(
    'STATE_CONFLICT',
    `The location is the default, where everything happens that names none. ${advice}`,
    { details: { from: 'default', to, allowed: [] } },
  );
}

function readOptionalPhone(
  phone: string | null | undefined,
  before: LocationTerms,
  call: Call,
): string | null {
  if (phone === undefined) return before.phone;
  return phone === null ? null : readPhone(phone, { path: 'phone', call });
}

import type { Tenant } from '../../kernel/call/tenant.ts';
import type { FramedBy } from '../../kernel/web/frame-policy.ts';
import type { Authenticator } from './authenticate.ts';

/** A public key as frames are judged by it. */
export type FramingKey = { readonly tenant: Tenant; readonly by: FramedBy };

/** Who may frame pages with a key: the origins that it lists, and with a test key without any, anybody. Null for every other key. */
export async function judgeFrameKey(
  { authenticate }: Authenticator,
  key: string,
): Promise<FramingKey | null> {
  const caller = await authenticate(key);
  if (caller === null || caller.kind !== 'public' || caller.merchant.status === 'suspended') return null;
  const { origins, tenant } = caller;
  if (origins.length > 0) return { tenant, by: origins };
  return tenant.livemode ? null : { tenant, by: 'anyone' };
}

import { signedInMember } from './member.ts';
import type { ProbeInput } from './probe.ts';
import type { ProvokeStage } from './provoke.ts';

/** The headers of a member who may refund one leone at once, instead of a key. */
export async function asLimitedMember({
  service,
  shop,
}: Pick<ProvokeStage, 'service' | 'shop'>): Promise<ProbeInput> {
  const { headers } = await signedInMember(service, { merchantId: shop.id, refundMax: 100n });
  return { key: undefined, headers: { ...headers } };
}

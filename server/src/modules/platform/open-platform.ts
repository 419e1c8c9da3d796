import type { Context } from '../../kernel/call/context.ts';
import type { Platform } from './module.ts';

/** Opens what the operators of the platform do for all merchants. */
export function openPlatform(
  context: Context,
  wants: Pick<Platform, 'accounts' | 'version' | 'dataDir'>,
): Platform {
  return { ...context, ...wants };
}

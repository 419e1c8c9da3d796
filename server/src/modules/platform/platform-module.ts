import type { Context } from '../../kernel/call/context.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import type { Platform } from './module.ts';
import * as operations from './operations.ts';

export const platformModule = moduleOf<Platform>()({ operations });

/** Opens what the operators of the platform do for all merchants. */
export function openPlatform(
  context: Context,
  wants: Pick<Platform, 'accounts' | 'version' | 'dataDir'>,
): Platform {
  return { ...context, ...wants };
}

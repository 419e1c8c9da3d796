import { moduleOf } from '../../kernel/call/module.ts';
import type { Platform } from './module.ts';
import * as operations from './operations.ts';

export const platformModule = moduleOf<Platform>()({ operations });

import { moduleOf } from '../../kernel/call/module.ts';
import type { Overviews } from './module.ts';
import * as operations from './operations.ts';

export const overviewModule = moduleOf<Overviews>()({ operations });

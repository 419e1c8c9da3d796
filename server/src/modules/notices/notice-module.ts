import { moduleOf } from '../../kernel/call/module.ts';
import { noticeLoops } from './open-notices.ts';
import type { Notices } from './module.ts';
import * as operations from './operations.ts';

export const noticeModule = moduleOf<Notices>()({ operations, loops: noticeLoops });

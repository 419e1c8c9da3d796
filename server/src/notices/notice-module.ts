import { moduleOf } from '../core/module.ts';
import { noticeLoops, type Notices } from './open-notices.ts';
import * as operations from './operations.ts';

export const noticeModule = moduleOf<Notices>()({ operations, loops: noticeLoops });

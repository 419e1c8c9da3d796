import type { Context } from '../core/context.ts';
import { moduleOf } from '../core/module.ts';
import { fileLoops } from './delete-expired-files.ts';

export const fileModule = moduleOf<Context>()({ operations: {}, loops: fileLoops });

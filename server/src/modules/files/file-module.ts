import type { Context } from '../../kernel/call/context.ts';
import { moduleOf } from '../../kernel/call/module.ts';
import { fileLoops } from './delete-expired-files.ts';

export const fileModule = moduleOf<Context>()({ operations: {}, loops: fileLoops });

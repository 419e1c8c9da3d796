import { configureGlobal } from 'fast-check';
import { seed } from './seed.ts';

// Properties draw from the seed that a failed run tells, so that it can be had again.
configureGlobal({ seed });

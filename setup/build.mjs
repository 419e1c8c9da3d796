import { built } from './prepare.mjs';

await built();

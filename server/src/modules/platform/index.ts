export { openPlatform, platformModule } from './platform-module.ts';

export { openPlatform } from './open-platform.ts';
export { platformModule } from './platform-module.ts';

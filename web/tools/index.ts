/**
 * What apps that work without a network share beside the outbox. Each is imported by its own file, so that an app loads what it uses:
 *
 * - `device.ts` what the device is paired with, in IndexedDB, and the app's one clock; `clock.ts` the server's time without the server
 * - `api.ts` the client: sends once, and every answer sets the clock
 * - `pair.ts` whose a pairing code is, and with which key to take it up
 * - `network.ts` whether the server can be reached; `install.ts` the service worker, the offer to install, the update that waits
 * - `state-chip.tsx`, `pin-pad.tsx` parts; `look.ts` light, dark and test
 * - `save-file.ts` gives somebody a file to keep; `unsent-files.tsx` what is unsent as a file, and such a file read in
 * - `wedge.ts` the scanner in the hand; `camera/camera.ts` the camera
 */
export { openDevice, type Device } from './device.ts';
export { createClock, type Clock } from './clock.ts';
export { toolClient } from './api.ts';
export { lookUpPairing, pairingCodeIn, type PairingOffer } from './pair.ts';
export { watchNetwork, type Network } from './network.ts';
export { keepOnDevice, type Installed } from './install.ts';
export { applyLook, type Look } from './look.ts';
export { StateChip } from './state-chip.tsx';
export { PinPad } from './pin-pad.tsx';
export { listenForScanner } from './wedge.ts';
export { openCamera, CameraError, type Camera } from './camera/camera.ts';

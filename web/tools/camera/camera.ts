import { openDetect, type Codes } from './detect.ts';

export type Camera = {
  readonly stop: () => void;
  /** Turns the lamp beside the camera on or off; null: it has none. */
  readonly light: ((isOn: boolean) => Promise<void>) | null;
};
type CameraOptions = {
  /** Where the picture is shown: `<video muted playsinline>`. */
  readonly video: HTMLVideoElement;
  readonly codes: Codes;
  /** With each code; the same again only once it was out of sight for a while. False: it was not taken, and is offered again. */
  readonly onCode: (code: string) => boolean | void;
  /** The device took the picture away, as when another app wants the camera: it stands still, and has to be opened anew. */
  readonly onLost?: () => void;
};

/** Why there is no picture: nobody allowed it, something else has the camera, a page like this one never gets it, or there is none. */
export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly code: 'NOT_ALLOWED' | 'TAKEN' | 'NOT_SECURE' | 'NOT_THERE';
  constructor(code: CameraError['code'], cause: unknown) {
    super('The camera cannot be used.', { cause });
    this.code = code;
  }
}

const LOOK_EVERY_MS = 90;
const SIDE_PX_MAX = 800;
const SAME_MS = 2_500;

/** Reads codes by the camera at the back until it is stopped. */
export async function openCamera({ video, codes, onCode, onLost }: CameraOptions): Promise<Camera> {
  const [stream, detect] = await Promise.all([openStream(), openDetect(codes)]);
  let isOn = true;
  let last = { code: '', seenMs: 0 };
  for (const track of stream.getTracks()) track.addEventListener('ended', () => isOn && onLost?.());
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  const look = createFrames(video);
  const run = async (): Promise<void> => {
    while (isOn) {
      const frame = look();
      const code = frame ? await detect(frame).catch(() => null) : null;
      const nowMs = performance.now();
      if (isOn && code !== null && code !== '') {
        const isTaken = (code === last.code && nowMs - last.seenMs <= SAME_MS) || onCode(code) !== false;
        if (isTaken) last = { code, seenMs: nowMs };
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  void run();
  return {
    light: lightOf(stream),
    stop() {
      isOn = false;
      for (const track of stream.getTracks()) track.stop();
      if (video.srcObject === stream) video.srcObject = null;
    },
  };
}

const CODES: Readonly<Record<string, CameraError['code']>> = {
  NotAllowedError: 'NOT_ALLOWED',
  SecurityError: 'NOT_ALLOWED',
  NotReadableError: 'TAKEN',
  AbortError: 'TAKEN',
};

async function openStream(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1_280 } },
      audio: false,
    });
  } catch (error) {
    const { name } = error as { readonly name?: string };
    const other = isSecureContext ? 'NOT_THERE' : 'NOT_SECURE';
    throw new CameraError(CODES[name ?? ''] ?? other, error);
  }
}

/** Chromium on phones knows the lamp; the compiler does not. */
function lightOf(stream: MediaStream): Camera['light'] {
  const [track] = stream.getVideoTracks();
  const can = track?.getCapabilities?.() as { readonly torch?: unknown } | undefined;
  if (!track || can?.torch !== true) return null;
  return (torch) => track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] });
}

function createFrames(video: HTMLVideoElement): () => ImageData | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return () => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!context || width === 0 || document.hidden) return null;
    const scale = Math.min(1, SIDE_PX_MAX / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
}

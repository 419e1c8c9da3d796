import { RefreshCw } from 'lucide';
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../kit/parts/icon.tsx';
import { CameraError, openCamera, type Camera } from '../../tools/camera/camera.ts';
import { t } from '../texts.ts';

/** The lamp beside the camera: null where there is none, else whether it is on. */
export const lamp = signal<{
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => Promise<void>;
} | null>(null);

type ViewProps = {
  /** False: the code was not taken, and is offered again. */
  readonly onCode: (code: string) => boolean | void;
};

/** What the camera sees, and a frame to hold the code into; where there is no camera it says what works all the same. */
export function CameraView({ onCode }: ViewProps): VNode {
  const video = useRef<HTMLVideoElement>(null);
  const handler = useRef(onCode);
  handler.current = onCode;
  const [fault, setFault] = useState<CameraError['code'] | null>(null);
  const [tries, setTries] = useState(0);
  const openAnew = (): void => {
    setFault(null);
    setTries((before) => before + 1);
  };
  useEffect(() => {
    let camera: Camera | null = null;
    let isWanted = true;
    const { current } = video;
    if (current)
      void openCamera({
        video: current,
        codes: 'qr',
        onCode: (code) => handler.current(code),
        onLost: openAnew,
      })
        .then((opened) => {
          if (isWanted) showLamp(opened);
          else opened.stop();
          return (camera = opened);
        })
        .catch((error: unknown) => {
          if (isWanted) setFault(error instanceof CameraError ? error.code : 'NOT_THERE');
        });
    return () => {
      isWanted = false;
      lamp.value = null;
      camera?.stop();
    };
  }, [tries]);
  useEffect(() => {
    // Whoever comes back may have allowed it meanwhile, or closed what had it.
    const look = (): void => {
      if (fault !== null && !document.hidden) openAnew();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [fault]);
  return (
    <div class="cam" role="group" aria-label={t.camera}>
      <video ref={video} muted playsInline aria-hidden="true" hidden={fault !== null} />
      {fault === null ? (
        <span class="cam-frame" aria-hidden="true" />
      ) : (
        <div class="cam-fault">
          <p>
            {FAULTS[fault]()} {t.scannerWorks}
          </p>
          {fault !== 'NOT_SECURE' && (
            <button type="button" class="door-button" onClick={openAnew}>
              <Icon of={RefreshCw} />
              {t.cameraAgain}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const FAULTS: Readonly<Record<CameraError['code'], () => string>> = {
  NOT_ALLOWED: () => t.cameraDenied,
  TAKEN: () => t.cameraTaken,
  NOT_SECURE: () => t.cameraUnsafe,
  NOT_THERE: () => t.noCamera,
};

function showLamp({ light }: Camera): void {
  if (light === null) return;
  const turn = async (isOn: boolean): Promise<void> => {
    await light(isOn);
    lamp.value = { isOn, turn };
  };
  lamp.value = { isOn: false, turn };
}

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { RefreshCw } from 'lucide';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { CameraError, openCamera, type Camera } from '../../tools/camera/camera.ts';
import { t } from '../texts.ts';
import './camera-scanner.css';

type ScannerProps = {
  readonly codes: 'all' | 'qr';
  readonly onCode: (code: string) => void;
  /** What became of the last code; left out: nothing was read yet. */ readonly said?: string;
  readonly onClose: () => void;
  /** Closes it for whoever types the code where the cursor belongs then. */ readonly onType: () => void;
};

const FAULTS = {
  NOT_ALLOWED: 'cameraDenied',
  TAKEN: 'cameraInUse',
  NOT_SECURE: 'cameraUnsafe',
  NOT_THERE: 'noCamera',
} as const;

/** Reads codes with the camera, one after the other, until it is closed. */
export function CameraScanner({ codes, onCode, said = '', onClose, onType }: ScannerProps): VNode {
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
        codes,
        // Whatever it stands for, it was read, and is told once.
        onCode: (code) => void handler.current(code),
        onLost: openAnew,
      })
        .then((opened) => (isWanted ? (camera = opened) : opened.stop()))
        .catch((error: unknown) => {
          if (isWanted) setFault(error instanceof CameraError ? error.code : 'NOT_THERE');
        });
    return () => {
      isWanted = false;
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
    <Dialog
      title={t.scan}
      onClose={onClose}
      acts={
        fault !== null && (
          <>
            <Button onClick={onType}>{t.typeCode}</Button>
            <Button kind="primary" icon={RefreshCw} onClick={openAnew}>
              {t.tryAgain}
            </Button>
          </>
        )
      }
    >
      <video ref={video} class="camera" muted playsInline aria-label={t.scan} hidden={fault !== null} />
      {fault === null ? (
        <p class={said === '' ? 'quiet' : 'camera-said'} role="status">
          {said === '' ? t.holdCode : said}
        </p>
      ) : (
        <p class="fault" role="alert">
          {t[FAULTS[fault]]}
        </p>
      )}
    </Dialog>
  );
}

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { openCamera, type Camera } from '../../tools/camera/camera.ts';
import { faultOf } from '../data/api.ts';
import { t } from '../texts.ts';
import './camera-scanner.css';

type ScannerProps = {
  readonly codes: 'all' | 'qr';
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
};

/** Reads codes with the camera, one after the other, until it is closed. */
export function CameraScanner({ codes, onCode, onClose }: ScannerProps): VNode {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    let camera: Camera | null = null;
    let isWanted = true;
    const { current } = video;
    if (current)
      void openCamera({ video: current, codes, onCode })
        .then((opened) => (isWanted ? (camera = opened) : opened.stop()))
        .catch((error: unknown) => setFault(`${t.noCamera} ${faultOf(error)}`));
    return () => {
      isWanted = false;
      camera?.stop();
    };
  }, []);
  return (
    <Dialog title={t.scan} onClose={onClose}>
      <video ref={video} class="camera" muted playsInline aria-label={t.scan} />
      {fault === '' ? (
        <p class="quiet">{t.holdCode}</p>
      ) : (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}

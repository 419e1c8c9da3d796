import { Camera } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shrinkPicture } from '../../kit/form/shrink-picture.ts';
import { Button } from '../../kit/parts/button.tsx';
import { t } from '../texts.ts';

type PhotoFieldProps = {
  readonly label: string;
  readonly main?: boolean;
  /** The photo as base64, small enough for the API. */
  readonly onPhoto: (photo: string) => void;
};

/** The phone's own camera. The picture is made small here, before anything is kept or sent. */
export function PhotoField({ label, main = false, onPhoto }: PhotoFieldProps): VNode {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState(false);
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setBusy(true);
    setFault(false);
    const photo = await shrinkPicture(file);
    setBusy(false);
    if (photo === null) setFault(true);
    else onPhoto(photo);
  }
  return (
    <div>
      <div class="photo-field">
        <Button
          icon={Camera}
          wide
          busy={busy}
          kind={main ? 'primary' : 'plain'}
          class={main ? 'main-act' : 'main-act second'}
        >
          {label}
        </Button>
        <input
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={label}
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </div>
      {fault && (
        <p class="fault" role="alert">
          {t.noPicture}
        </p>
      )}
    </div>
  );
}

/** What was taken, so that a blurred one is taken again. */
export function PhotoShown({ photo }: { readonly photo: string }): VNode | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url === null ? null : <img class="photo-shown" src={url} alt={t.photoTaken} />;
}

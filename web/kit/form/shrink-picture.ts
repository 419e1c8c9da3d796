const SIDE_MAX = 1600;
const BYTES_MAX = 300 * 1024;
const QUALITIES = [0.85, 0.7, 0.55, 0.4];

/** A picture as JPEG in base64, made small enough for the API; null where the browser cannot read it. */
export async function shrinkPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  for (let side = SIDE_MAX; side >= SIDE_MAX / 4; side /= 2) {
    const canvas = drawn(bitmap, side);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
      if (blob !== null && blob.size <= BYTES_MAX) return base64Of(blob);
    }
  }
  return null;
}

function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Reads codes with the camera, if the browser supports it. */

/** The browser's `BarcodeDetector` (Shape Detection API); missing in browsers without it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

declare global {
  var BarcodeDetector: (new () => Detector) | undefined;
}

/** Only pages of a secure origin may use the camera. */
export function canScan(): boolean {
  return isSecureContext && globalThis.BarcodeDetector !== undefined && 'mediaDevices' in navigator;
}

/** The number of pictures per second that are examined. */
const looks = 5;

/**
 * Shows the camera's picture until it contains a code.
 * @param signal ends it at any time, even before there is a picture
 * @throws DOMException if there is no camera, or it may not be used
 */
export async function scan(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const Reader = globalThis.BarcodeDetector;
  if (!Reader) throw new DOMException('Codes cannot be read here.', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const reader = new Reader();
  let isLooking = false;
  const end = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  const look = async () => {
    if (isLooking || video.readyState < video.HAVE_CURRENT_DATA) return;
    isLooking = true;
    // An unreadable picture is skipped.
    const [found] = await reader.detect(video).catch(() => []);
    isLooking = false;
    if (!found || found.rawValue === '' || !stream.active) return;
    end();
    onCode(found.rawValue);
  };
  const timer = setInterval(() => void look(), 1000 / looks);
  if (signal.aborted) return end();
  signal.addEventListener('abort', end);
  video.srcObject = stream;
  try {
    await video.play();
  } catch (error) {
    end();
    throw error;
  }
}

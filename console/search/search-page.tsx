/** The search as a page, with the camera if there is one. */
import { useEffect, useState } from 'preact/hooks';
import { later } from '../parts/later.tsx';
import { changeQuery, usePlace } from '../place/place.tsx';
import { w } from '../words/words.ts';
import { canScan } from './camera.ts';
import { SearchBox } from './search-box.tsx';

const Camera = later(async () => (await import('./camera-view.tsx')).CameraView);

export function SearchPage() {
  const { query } = usePlace();
  const [isScanning, setIsScanning] = useState(false);
  const [scanned, setScanned] = useState<string | null>(null);
  const asked = query.get('q') ?? '';
  useEffect(() => {
    // A hardware scanner needs the focus here, after the heading had it, as on every new page.
    const frame = requestAnimationFrame(() => document.getElementById('search')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <>
      <header class="top">
        <h1 tabIndex={-1}>{w.search.title}</h1>
        <span class="grow" />
        {canScan() && !isScanning && (
          <button
            type="button"
            onClick={() => {
              setScanned(null);
              setIsScanning(true);
            }}
          >
            {w.search.camera}
          </button>
        )}
      </header>
      {isScanning && (
        <Camera
          onCode={(code) => {
            setIsScanning(false);
            setScanned(code);
          }}
        />
      )}
      <SearchBox
        first={asked}
        scanned={scanned}
        // "Back" from a result shows the other results.
        onSearch={(text) => text !== asked && changeQuery({ q: text }, { replace: true })}
      />
    </>
  );
}

/** The search on a page of its own, with the camera where there is one. */
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
    // A scanner that types needs the focus here: after the heading had it, which is where one comes to a page.
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
        // Whoever comes back from what they opened finds what else was found.
        onSearch={(text) => text !== asked && changeQuery({ q: text }, { replace: true })}
      />
    </>
  );
}

import type { Scene } from '@storyreel/contracts';
import { useState, type ReactNode } from 'react';
import { imageAssets, videoAssets } from '../../domains/media/scene-assets';
import type { HowMade } from '../../domains/media/slots';
import { useSceneRuns } from '../../domains/runs/queries';
import { RunDialog } from '../../domains/runs/RunDialog';

/** Opens the run behind a picture or a clip. What came up with no run, an upload, has nothing to open. */
export function useHowMade(scene: Scene): { howMade: HowMade; dialog: ReactNode } {
  const [runId, setRunId] = useState<string | null>(null);
  const urls = [...imageAssets(scene), ...videoAssets(scene)].flatMap(({ url }) => (url === '' ? [] : [url])).sort();
  const { data: runs = [] } = useSceneRuns(scene.id, urls);
  const howMade: HowMade = ({ id, url }) => {
    // What failed has no address, and keeps its job; what is complete is found by its address.
    const found =
      url === ''
        ? scene.imageJobIds[scene.imageIds.indexOf(id)]
        : runs.find(({ assetUrls }) => assetUrls.includes(url))?.id;
    return found ? () => setRunId(found) : null;
  };
  return { howMade, dialog: <RunDialog runId={runId} onClose={() => setRunId(null)} /> };
}

import styled from '@emotion/styled';
import type { Scene, SceneVersion, SceneVersionTexts } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { Button, Dialog, ListState, ShowMore, space, tokens } from '../../ui';
import { sceneNumber } from '../scenes/api';
import { bringBackImage, useSceneVersions, takeVersion } from './api';
import { Differences, textDifferences } from './Differences';
import { PastImage } from './PastImage';
import { momentName } from './sessions';

const Heading = styled.h3`
  padding: ${space(2)} 0;
  font-size: ${tokens.body};
`;
const About = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Tray = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(112px, 1fr));
  gap: ${space(3)};
  margin-bottom: ${space(5)};
  & > li {
    display: grid;
    align-content: start;
    gap: ${space(1)};
  }
`;
const Version = styled.li`
  display: grid;
  gap: ${space(2)};
  padding: ${space(4)} 0;
  & + & {
    border-top: 1px solid ${tokens.line};
  }
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(2)};
  & > div {
    flex: 1 1 240px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const BY = { you: 'You', system: 'Storyreel' } as const;

const TEXTS = [
  ['title', 'Sentence fragment'],
  ['description', 'Description'],
  ['imagePrompt', 'Image prompt'],
  ['videoPrompt', 'Video prompt'],
  ['narration', 'Narration'],
] as const satisfies [keyof SceneVersionTexts, string][];

/** Returns the labelled texts that differ between a version and the scene. */
const differencesTo = (version: SceneVersionTexts, scene: SceneVersionTexts) => textDifferences(TEXTS, version, scene);

/** Leaves out versions whose texts equal those of the scene now, or of a newer version. */
function tellingVersions(versions: readonly SceneVersion[], scene: Scene): SceneVersion[] {
  const seen = new Set<string>();
  return versions.filter(({ texts }) => {
    const said = JSON.stringify(TEXTS.map(([key]) => texts[key] ?? ''));
    const isNew = !seen.has(said) && differencesTo(texts, scene).length > 0;
    seen.add(said);
    return isNew;
  });
}

/**
 * Returns the images that were removed from the scene, newest first; an image that was removed twice is listed once.
 */
const droppedOf = (versions: readonly SceneVersion[]) => [
  ...new Map(
    versions.flatMap(({ dropped, at }) => dropped.map((image) => ({ ...image, at }))).map((one) => [one.url, one]),
  ).values(),
];

function DroppedImages({ scene, versions }: { scene: Scene; versions: readonly SceneVersion[] }) {
  const queryClient = useQueryClient();
  const dropped = droppedOf(versions).filter(({ url }) => !scene.imageUrls.includes(url));
  if (dropped.length === 0) return null;
  return (
    <section aria-label="Removed Images">
      <Heading>Removed Images</Heading>
      <Tray>
        {dropped.map((image, index) => (
          <li key={image.url}>
            <PastImage url={image.url} width="112px" isKept={image.isKept} />
            <About>{momentName(image.at)}</About>
            {image.isKept && (
              <Button
                size="small"
                aria-label={`Bring back removed image ${index + 1}`}
                icon={<Undo2 size={16} aria-hidden />}
                onClick={() => bringBackImage(queryClient, scene, image)}
              >
                Bring Back
              </Button>
            )}
          </li>
        ))}
      </Tray>
    </section>
  );
}

interface SceneVersionsProps {
  scene: Scene;
  onClose: () => void;
}

/** Shows earlier texts of a scene, each compared with the present ones, and the images that were removed from it. */
export default function SceneVersions({ scene, onClose }: SceneVersionsProps) {
  const queryClient = useQueryClient();
  const list = useSceneVersions(scene);
  const { data: all = [] } = list;
  const versions = tellingVersions(all, scene);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="large"
      title={`Versions of Scene ${sceneNumber(scene)}`}
      description="Earlier texts and prompts, compared with the current ones: crossed-out words are only in the earlier version, underlined words only in the current scene."
    >
      <ListState
        isPending={list.isPending}
        isError={list.isError && all.length === 0}
        isEmpty={versions.length === 0 && droppedOf(all).length === 0 && !list.hasNextPage}
        drawing="pages"
        what="the versions"
        retry={list.refetch}
        empty={{ title: 'No earlier version', line: 'Texts that you change and images that you remove appear here.' }}
      >
        <DroppedImages scene={scene} versions={all} />
        <ul aria-label="Versions">
          {versions.map((version) => (
            <Version key={version.revision}>
              <Line>
                <div>
                  <p>{momentName(version.at)}</p>
                  <About dir="auto">
                    {BY[version.by]} · {version.what}
                  </About>
                </div>
                <Button
                  size="small"
                  aria-label={`Use the version of ${momentName(version.at)}`}
                  icon={<Undo2 size={16} aria-hidden />}
                  onClick={() => void takeVersion(queryClient, scene, version.texts)}
                >
                  Use This Version
                </Button>
              </Line>
              <Differences of={differencesTo(version.texts, scene)} />
            </Version>
          ))}
        </ul>
        <ShowMore list={list} />
      </ListState>
    </Dialog>
  );
}

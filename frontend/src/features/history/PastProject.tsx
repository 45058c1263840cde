import styled from '@emotion/styled';
import type { PastProject, Project, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Copy, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useDebouncedValue } from '../../platform/useDebouncedValue';
import {
  Button,
  ConfirmDialog,
  Dialog,
  IconButton,
  mobile,
  Skeleton,
  Slider,
  space,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
  tokens,
  Unreadable,
} from '../../ui';
import { useOpenProject } from '../projects/useOpenProject';
import { copyVersion, restoreVersion, usePast } from './api';
import { PastImage } from './PastImage';
import { ReadFilm } from './ReadFilm';
import { momentInWords } from './sessions';

const Banner = styled.div`
  position: sticky;
  top: -${space(4)};
  z-index: 2;
  display: grid;
  gap: ${space(3)};
  margin: -${space(4)} -${space(6)} ${space(4)};
  padding: ${space(4)} ${space(6)};
  border-bottom: 1px solid ${tokens.line};
  background: ${tokens.surface2};
  & p {
    flex: 1 1 260px;
  }
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
`;
const Places = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(3)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Story = styled.div`
  max-width: 72ch;
  padding: ${space(4)} 0;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  line-height: 1.6;
`;
const Nothing = styled.p`
  padding: ${space(6)} 0;
  color: ${tokens.text2};
`;
const Scenes = styled.ol`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)} 0;
`;
const SceneFrame = styled.li`
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr) auto;
  align-items: start;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  & h3 {
    font-size: ${tokens.body};
    overflow-wrap: anywhere;
  }
  & p {
    color: ${tokens.text2};
    overflow-wrap: anywhere;
  }
  ${mobile} {
    grid-template-columns: 72px minmax(0, 1fr);
    & > button {
      grid-column: 1 / -1;
    }
  }
`;
const Board = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
  gap: ${space(4)};
  padding: ${space(4)} 0;
  & h3 {
    margin-top: ${space(2)};
    font-size: ${tokens.caption};
    overflow-wrap: anywhere;
  }
`;
const Thumbs = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  margin-top: ${space(2)};
  & > span {
    width: 40px;
  }
`;

const Film = styled.div`
  padding: ${space(4)} 0;
`;

const titleOf = ({ title, displayOrder }: Scene): string => title.trim() || `Scene ${displayOrder}`;

function PastScene({ scene, onBringBack }: { scene: Scene; onBringBack: () => void }) {
  const texts = [
    ['Image prompt', scene.imagePrompt],
    ['Clip prompt', scene.videoPrompt],
    ['Narration', scene.narration ?? ''],
  ] as const;
  return (
    <SceneFrame>
      <PastImage url={scene.imageUrl} width="96px" />
      <div>
        <h3 dir="auto">
          {scene.displayOrder}. {titleOf(scene)}
        </h3>
        <p dir="auto">{scene.description}</p>
        {texts.map(
          ([label, text]) =>
            text.trim() !== '' && (
              <p key={label} dir="auto">
                <b>{label}:</b> {text}
              </p>
            ),
        )}
        {scene.imageUrls.length > 1 && (
          <Thumbs>
            {scene.imageUrls.map((url, index) => (
              <PastImage key={scene.imageIds[index] ?? url} url={url} width="40px" />
            ))}
          </Thumbs>
        )}
      </div>
      <Button size="small" icon={<Undo2 size={16} aria-hidden />} onClick={onBringBack}>
        Bring Back This Scene
      </Button>
    </SceneFrame>
  );
}

function PastTabs({ past, onBringBack }: { past: PastProject; onBringBack: (scene: Scene) => void }) {
  const { project, scenes } = past;
  const none = <Nothing>There were no scenes yet.</Nothing>;
  return (
    <Tabs defaultValue="story">
      <TabsList aria-label="Parts of the project then">
        <TabsTrigger value="story">Story</TabsTrigger>
        <TabsTrigger value="scenes">Scenes</TabsTrigger>
        <TabsTrigger value="board">Board</TabsTrigger>
        <TabsTrigger value="film">Film</TabsTrigger>
      </TabsList>
      <TabsContent value="story">
        {project.story.trim() === '' ? (
          <Nothing>There was no story yet.</Nothing>
        ) : (
          <Story dir="auto">{project.story}</Story>
        )}
      </TabsContent>
      <TabsContent value="scenes">
        {scenes.length === 0 ? (
          none
        ) : (
          <Scenes>
            {scenes.map((scene) => (
              <PastScene key={scene.id} scene={scene} onBringBack={() => onBringBack(scene)} />
            ))}
          </Scenes>
        )}
      </TabsContent>
      <TabsContent value="board">
        {scenes.length === 0 ? (
          none
        ) : (
          <Board>
            {scenes.map((scene) => (
              <li key={scene.id}>
                <PastImage url={scene.imageUrl} width="240px" />
                <h3 dir="auto">
                  {scene.displayOrder}. {titleOf(scene)}
                </h3>
              </li>
            ))}
          </Board>
        )}
      </TabsContent>
      <TabsContent value="film">
        <Film>
          <ReadFilm project={project} scenes={scenes} />
        </Film>
      </TabsContent>
    </Tabs>
  );
}

/** Milliseconds for which the slider must rest before the version is read. */
const SETTLE_MS = 150;

interface PastProjectViewProps {
  project: Project;
  /** The revision to show first. */
  revision: string;
  newest: string;
  onBack: () => void;
  onClose: () => void;
}

/** Shows an earlier version of a project, read-only, with a slider over the project's whole history. */
export function PastProjectView({ project, revision, newest, onBack, onClose }: PastProjectViewProps) {
  const queryClient = useQueryClient();
  const { open } = useOpenProject();
  const [place, setPlace] = useState(Number(revision));
  const settled = useDebouncedValue(place, SETTLE_MS);
  const { data: past, isError, refetch, isPlaceholderData } = usePast(project.id, String(settled));
  const [asks, setAsks] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const moment = past ? momentInWords(past.at) : '';

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    await work().finally(() => setBusy(false));
  }
  const restore = (sceneId?: string) =>
    run(async () => {
      const version = { revision: past?.revision ?? revision, ...(sceneId !== undefined && { sceneId }) };
      if ((await restoreVersion(queryClient, project.id, version)) && sceneId === undefined) onClose();
    });
  const copy = () =>
    run(async () => {
      const id = await copyVersion(queryClient, project.id, past?.revision ?? revision);
      if (id === null) return;
      onClose();
      open(id);
    });

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="full"
      title={past?.project.title ?? project.title}
    >
      <Banner>
        <Line>
          <IconButton label="Back to History" icon={<ArrowLeft size={16} aria-hidden />} onClick={onBack} />
          <p role="status">
            {past
              ? `You are looking at the project as of ${moment}. Nothing can be changed here.`
              : 'Loading this moment...'}
          </p>
          <Button
            variant="primary"
            icon={<History size={16} aria-hidden />}
            disabled={!past || isPlaceholderData}
            loading={isBusy}
            onClick={() => setAsks(true)}
          >
            Restore This Version
          </Button>
          <Button
            icon={<Copy size={16} aria-hidden />}
            disabled={!past || isPlaceholderData || isBusy}
            onClick={() => void copy()}
          >
            Copy as New Project
          </Button>
        </Line>
        <Places>
          <span>Beginning</span>
          <Slider
            ariaLabel="Moment"
            min={0}
            max={Number(newest)}
            value={place}
            valueText={moment}
            onValueChange={setPlace}
          />
          <span>Now</span>
        </Places>
      </Banner>
      {past ? (
        <PastTabs past={past} onBringBack={({ id }) => void restore(id)} />
      ) : isError ? (
        <Unreadable what="this moment" retry={refetch} />
      ) : (
        <Skeleton height="320px" radius={tokens.radiusCard} />
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Restore this version?"
        body={`Story, scenes and settings go back to how they were ${moment}. Zaps, runs, narrations, films and posts stay as they are. You can undo this.`}
        confirmLabel="Restore This Version"
        onConfirm={() => {
          setAsks(false);
          void restore();
        }}
      />
    </Dialog>
  );
}

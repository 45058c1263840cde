import styled from '@emotion/styled';
import type { AlternativeComparison, ComparedScene, ProjectSummary, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Check, CornerDownLeft, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  Button,
  ConfirmDialog,
  Dialog,
  mobile,
  Select,
  Skeleton,
  space,
  Switch,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
  tokens,
  Unreadable,
} from '../../ui';
import { keepAlternative, useComparison } from './alternatives';
import { Differences, textDifferences } from './Differences';
import { PastImage } from './PastImage';
import { ReadFilm } from './ReadFilm';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  margin-bottom: ${space(4)};
  & > p {
    flex: 1 1 240px;
    color: ${tokens.text2};
  }
`;
const Filter = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(3)} 0 0;
`;
const List = styled.ol`
  display: grid;
  gap: ${space(4)};
  padding: ${space(4)} 0;
`;
const Pair = styled.li`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  & > h3 {
    flex: 1 1 200px;
    min-width: 0;
    font-size: ${tokens.body};
    overflow-wrap: anywhere;
  }
`;
const Content = styled.div`
  display: grid;
  grid-template-columns: 280px minmax(0, 1fr);
  gap: ${space(4)};
  align-items: start;
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(3)};
  max-width: 280px;
`;
const Side = styled.figure`
  display: grid;
  gap: ${space(1)};
  margin: 0;
  & > figcaption {
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    overflow-wrap: anywhere;
  }
`;
const Quiet = styled.p`
  color: ${tokens.text2};
`;
const Films = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(6)};
  padding: ${space(4)} 0;
  & h3 {
    margin-bottom: ${space(3)};
    font-size: ${tokens.body};
    overflow-wrap: anywhere;
  }
  @media (max-width: 1100px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const TEXTS = [
  ['title', 'Sentence fragment'],
  ['description', 'Description'],
  ['imagePrompt', 'Image prompt'],
  ['videoPrompt', 'Video prompt'],
  ['narration', 'Narration'],
] as const;
const PROJECT_TEXTS = [
  ['description', 'Description'],
  ['story', 'Story'],
  ['characters', 'Characters'],
  ['environment', 'Environment'],
  ['props', 'Props'],
  ['midjourneyPrompt', 'Style prompt'],
] as const;
const NONE = { title: '', description: '', imagePrompt: '', videoPrompt: '', narration: '' };

/** Describes the differences between two versions of a scene other than their texts. */
function otherDifferences({ here, there }: ComparedScene): string[] {
  if (!here || !there) return [];
  const differs = <Key extends keyof Scene>(...keys: Key[]) =>
    keys.some((key) => JSON.stringify(here[key]) !== JSON.stringify(there[key]));
  return [
    ...(here.displayOrder === there.displayOrder ? [] : [`position ${here.displayOrder} → ${there.displayOrder}`]),
    ...(differs('imageUrl', 'imageUrls') ? ['images'] : []),
    ...(differs('videoUrl', 'videoUrls') ? ['clips'] : []),
    ...(differs('duration') ? [`duration ${here.duration} s → ${there.duration} s`] : []),
    ...(differs('speaker', 'speech') ? ['narration’s voice or sound'] : []),
    ...(differs('cast') ? ['cast'] : []),
    ...(differs('shotPins') ? ['shots'] : []),
  ];
}

interface ScenePairProps {
  scene: ComparedScene;
  names: { project: string; alternative: string };
  onTake: () => void;
}

function ScenePair({ scene, names, onTake }: ScenePairProps) {
  const { here, there, isSame } = scene;
  const title = (here ?? there)?.title.trim() ?? '';
  const name = `${(here ?? there)?.displayOrder}. ${title === '' ? 'Untitled scene' : title}`;
  const texts = textDifferences(TEXTS, here ?? NONE, there ?? NONE);
  const others = otherDifferences(scene);
  return (
    <Pair>
      <Line>
        <h3 dir="auto">{name}</h3>
        {isSame ? (
          <Quiet>The same in both</Quiet>
        ) : there ? (
          <Button
            size="small"
            aria-label={`Take this scene: ${name}`}
            icon={<CornerDownLeft size={16} aria-hidden />}
            onClick={onTake}
          >
            Take This Scene
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={`Remove this scene too: ${name}`}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onTake}
          >
            Remove It Here Too
          </Button>
        )}
      </Line>
      <Content>
        <Sides>
          {(['project', 'alternative'] as const).map((side) => {
            const shown = side === 'project' ? here : there;
            return (
              <Side key={side}>
                <PastImage url={shown?.imageUrl ?? null} width="140px" />
                <figcaption dir="auto">
                  {names[side]}
                  {!shown && ': not there'}
                </figcaption>
              </Side>
            );
          })}
        </Sides>
        <div>
          {texts.length > 0 && <Differences of={texts} />}
          {others.length > 0 && <Quiet>Also different: {others.join(', ')}</Quiet>}
          {texts.length === 0 && others.length === 0 && <Quiet>The same texts</Quiet>}
        </div>
      </Content>
    </Pair>
  );
}

const inOrder = (scenes: readonly (Scene | null)[]): Scene[] =>
  scenes.flatMap((scene) => scene ?? []).sort((a, b) => a.displayOrder - b.displayOrder);

interface ComparedProps {
  comparison: AlternativeComparison;
  onTake: (scene: ComparedScene) => void;
}

function Compared({ comparison: { project, alternative, scenes }, onTake }: ComparedProps) {
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const texts = textDifferences(PROJECT_TEXTS, project, alternative);
  const shown = onlyDifferent ? scenes.filter(({ isSame }) => !isSame) : scenes;
  const [ours, theirs] = useMemo(
    () => [inOrder(scenes.map(({ here }) => here)), inOrder(scenes.map(({ there }) => there))],
    [scenes],
  );
  const names = { project: project.title, alternative: alternative.title };
  return (
    <Tabs defaultValue="scenes">
      <TabsList aria-label="Parts of both">
        <TabsTrigger value="scenes">Scenes</TabsTrigger>
        <TabsTrigger value="story">Story</TabsTrigger>
        <TabsTrigger value="film">Film</TabsTrigger>
      </TabsList>
      <TabsContent value="scenes">
        <Filter>
          <Switch checked={onlyDifferent} onCheckedChange={setOnlyDifferent} ariaLabel="Only different scenes" />
          <span aria-hidden>Only different scenes</span>
        </Filter>
        {shown.length === 0 ? (
          <Head as="div">
            <p>All scenes are the same in both.</p>
          </Head>
        ) : (
          <List aria-label="Scenes of both">
            {shown.map((scene) => (
              <ScenePair key={scene.id} scene={scene} names={names} onTake={() => onTake(scene)} />
            ))}
          </List>
        )}
      </TabsContent>
      <TabsContent value="story">
        {texts.length > 0 ? <Differences of={texts} /> : <Quiet>Story and settings are the same in both.</Quiet>}
      </TabsContent>
      <TabsContent value="film">
        <Films>
          <div>
            <h3 dir="auto">{project.title}</h3>
            <ReadFilm project={project} scenes={ours} />
          </div>
          <div>
            <h3 dir="auto">{alternative.title}</h3>
            <ReadFilm project={alternative} scenes={theirs} />
          </div>
        </Films>
      </TabsContent>
    </Tabs>
  );
}

interface ComparisonProps {
  alternativeId: string;
  alternatives: readonly ProjectSummary[];
  onClose: () => void;
}

/**
 * Compares an alternative with its project: texts word by word, main images and films side by side. Each of them can be
 * taken over.
 */
export default function Comparison({ alternativeId, alternatives, onClose }: ComparisonProps) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(alternativeId);
  const { data: comparison, isError, refetch } = useComparison(chosen);
  const [asks, setAsks] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function take(scene?: ComparedScene): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await keepAlternative(queryClient, chosen, scene && { sceneId: scene.id, isRemoved: scene.there === null });
    setBusy(false);
  }

  const { project, alternative, isSame } = comparison ?? {};
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      size="full"
      title={project && alternative ? `${project.title} and ${alternative.title}` : 'Compare'}
    >
      <Head>
        <p role="status">
          {isSame
            ? 'Both are the same.'
            : 'Crossed out words are only in the project, underlined ones only in the alternative.'}
        </p>
        {alternatives.length > 1 && (
          <Select
            ariaLabel="Alternative to compare"
            value={chosen}
            options={alternatives.map(({ id, title }) => ({ value: id, label: title }))}
            onValueChange={setChosen}
          />
        )}
        <Button
          variant="primary"
          icon={<Check size={16} aria-hidden />}
          disabled={!comparison || isSame}
          loading={isBusy}
          onClick={() => setAsks(true)}
        >
          Keep This Alternative
        </Button>
      </Head>
      {comparison ? (
        <Compared comparison={comparison} onTake={(scene) => void take(scene)} />
      ) : isError ? (
        <Unreadable what="the comparison" retry={refetch} />
      ) : (
        <Skeleton height="320px" radius={tokens.radiusCard} />
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Keep this alternative?"
        body={`Story, scenes and settings of “${project?.title ?? ''}” are replaced by those of the alternative. The earlier version stays in its History, and you can undo this.`}
        confirmLabel="Keep This Alternative"
        onConfirm={() => {
          setAsks(false);
          void take();
        }}
      />
    </Dialog>
  );
}
